import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeaveRule } from '../../../shared/navigation/leaveGuard';

const pathOf = (address: string): string => address.split('?', 1)[0] ?? address;

/** Asks before the page with something that the server does not have yet is left; its own dialogs are no leaving. */
export function useLeaveQuestion(unsent: boolean): LeaveRule | null {
  const { t } = useTranslation('order');
  return useMemo(
    () =>
      unsent
        ? {
            blocks: ({ from, to }) => pathOf(from) !== pathOf(to),
            title: t('leave.title'),
            body: t('leave.body'),
            confirm: t('leave.confirm'),
            cancel: t('leave.cancel'),
            tone: 'danger',
            onUnload: true,
          }
        : null,
    [unsent, t],
  );
}
