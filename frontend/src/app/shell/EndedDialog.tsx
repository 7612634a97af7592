import type { ReactElement } from 'react';
import { useText } from '../../shared/i18n/useText';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';

interface EndedDialogProps {
  readonly onClose: () => void;
  readonly onRenew: () => void;
}

/** The subscription is over, and the store with it. */
export function EndedDialog({ onClose, onRenew }: EndedDialogProps): ReactElement {
  const t = useText('business');
  return (
    <ConfirmDialog
      isOpen
      title={t('ended.title')}
      confirmLabel={t('ended.renew')}
      cancelLabel={t('ended.close')}
      onClose={onClose}
      onConfirm={onRenew}
    >
      {t('ended.body')}
    </ConfirmDialog>
  );
}
