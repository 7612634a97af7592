import type { ReactElement, ReactNode } from 'react';
import { useText } from '../i18n/useText';
import { Button } from './Button';
import { Dialog, type DialogProps } from './Dialog';

export interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'title'> {
  /** Called for «no» in every form: the button, Escape, a press beside it. */
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
  readonly confirmLabel?: string | undefined;
  readonly cancelLabel?: string | undefined;
  readonly tone?: 'brand' | 'danger';
  /** The action runs: both buttons wait. */
  readonly busy?: boolean;
  /** Why it cannot be confirmed yet. */
  readonly refusal?: string | undefined;
  /** Of a form in `children`, which the button sends instead of `onConfirm`. */
  readonly form?: string;
}

/** A question, 400 px. Focus starts on the harmless answer when the other one destroys. */
export function ConfirmDialog({
  onConfirm,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'brand',
  busy = false,
  refusal,
  form,
  ...dialog
}: ConfirmDialogProps): ReactElement {
  const t = useText('ui');
  const danger = tone === 'danger';
  return (
    <Dialog
      {...dialog}
      width={400}
      role="alertdialog"
      locked={busy}
      closeButton={false}
      footer={
        <>
          <Button variant="secondary" disabled={busy} autoFocus={danger && form === undefined} onClick={dialog.onClose}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={refusal}
            {...(form === undefined ? { autoFocus: !danger, onClick: onConfirm } : { type: 'submit', form })}
          >
            {confirmLabel ?? t('confirm')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
