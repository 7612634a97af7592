import { BadgeCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import { TimeLeft } from '../../../entities/subscription/ui/TimeLeft';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useText } from '../../../shared/i18n/useText';
import { Skeleton } from '../../../shared/ui/Skeleton';

/** The subscription's type and what is left of it. */
export function SubscriptionPiece(): ReactElement {
  const t = useText('subscription');
  const { data: info, error } = useSubscriptionQuery(undefined);
  useErrorToast(error);
  return (
    <>
      <BadgeCheck size={18} />
      <span>{info?.subscription?.title ?? t('label')}</span>
      {info && <TimeLeft info={info} />}
      {!info && (error ? <span>{t('unread')}</span> : <Skeleton width="64px" height="22px" />)}
    </>
  );
}
