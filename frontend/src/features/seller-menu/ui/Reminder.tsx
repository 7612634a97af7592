import { X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import { useDaysLeft } from '../../../entities/subscription/useDaysLeft';
import { useText } from '../../../shared/i18n/useText';
import { readText, writeText } from '../../../shared/lib/storage';
import { Button } from '../../../shared/ui/Button';
import { IconButton } from '../../../shared/ui/IconButton';
import { Notice } from '../../../shared/ui/Notice';

const KEY = 'pishkhan.reminder';

/**
 * Reminds seven, three and one day before the end, each time until it is dismissed on this device. Without a
 * subscription it stays until there is one.
 */
export function Reminder({ onRenew }: { readonly onRenew: () => void }): ReactElement | null {
  const t = useText('subscription');
  const { data: info } = useSubscriptionQuery(undefined);
  const days = useDaysLeft(info);
  const [dismissed, setDismissed] = useState(() => readText(KEY));
  if (!info) return null;
  const { subscription } = info;
  if (!subscription || !days) {
    return (
      <Notice tone="warning">
        <p>{t(subscription ? 'over' : 'never')}</p>
        <Button size="sm" onClick={onRenew}>
          {t(subscription ? 'renew' : 'ended.renew')}
        </Button>
      </Notice>
    );
  }
  if (subscription.reminderDays === 0) return null;
  const name = `${subscription.endsAt} ${subscription.reminderDays}`;
  if (dismissed === name) return null;
  const dismiss = (): void => {
    writeText(KEY, name);
    setDismissed(name);
  };
  return (
    <Notice
      tone="warning"
      action={<IconButton size="sm" label={t('dismiss')} icon={<X size={18} />} onClick={dismiss} />}
    >
      <p>{t('reminder', { time: t('days', { count: days }) })}</p>
      <Button size="sm" variant="secondary" onClick={onRenew}>
        {t('renew')}
      </Button>
    </Notice>
  );
}
