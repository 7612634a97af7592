import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogsOf } from '../../../shared/navigation/dialogs';
import { type LeaveRule, useLeaveGuard } from '../../../shared/navigation/leaveGuard';

const holds = (address: string, orderId: string): boolean => {
  const at = address.indexOf('?');
  return at >= 0 && dialogsOf(address.slice(at)).some(({ name, id }) => name === 'order' && id === orderId);
};

/** Asks before the dialog goes away with changes that were not sent; a dialog above it is no leaving. */
export function useLeaveQuestion(orderId: string, unsent: boolean): void {
  const { t } = useTranslation('orderDialog');
  const rule = useMemo<LeaveRule | null>(
    () =>
      unsent
        ? {
            blocks: ({ to }) => !holds(to, orderId),
            title: t('leave.title'),
            body: t('leave.body'),
            confirm: t('leave.confirm'),
            cancel: t('leave.cancel'),
            tone: 'danger',
            onUnload: true,
          }
        : null,
    [orderId, unsent, t],
  );
  useLeaveGuard(rule);
}
