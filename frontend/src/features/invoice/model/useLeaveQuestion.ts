import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogsOf } from '../../../shared/navigation/dialogs';
import type { LeaveRule } from '../../../shared/navigation/leaveGuard';

const searchOf = (address: string): string => address.slice(address.indexOf('?') + 1);

const shows = (address: string, orderId: string): boolean =>
  address.includes('?') && dialogsOf(searchOf(address)).some(({ name, id }) => name === 'invoice' && id === orderId);

/** Asks before an invoice with changes that the server does not have is left: by a link, Back, or its own close button. */
export function useLeaveQuestion(orderId: string, unsaved: boolean): LeaveRule | null {
  const { t } = useTranslation('invoice');
  return useMemo(
    () =>
      unsaved
        ? {
            blocks: ({ to }) => !shows(to, orderId),
            title: t('leave.title'),
            body: t('leave.body'),
            confirm: t('leave.confirm'),
            cancel: t('leave.cancel'),
            tone: 'danger',
            onUnload: true,
          }
        : null,
    [orderId, unsaved, t],
  );
}
