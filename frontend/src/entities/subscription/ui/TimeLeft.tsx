import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { Badge } from '../../../shared/ui/Badge';
import type { SubscriptionInfo } from '../types';
import { useDaysLeft } from '../useDaysLeft';

/** From this many days on the badge is yellow. */
const SOON = 7;

/** Days that are left, «منقضی شده» after the end, «نامشخص» without a subscription. */
export function TimeLeft({ info }: { readonly info: SubscriptionInfo }): ReactElement {
  const t = useText('subscription');
  const days = useDaysLeft(info);
  if (days === null) return <Badge>{t('none')}</Badge>;
  if (days === 0) return <Badge tone="danger">{t('expired')}</Badge>;
  return <Badge tone={days <= SOON ? 'warning' : 'success'}>{t('days', { count: days })}</Badge>;
}
