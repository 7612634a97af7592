import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { media } from '../theme/media';
import { space } from '../theme/tokens';
import { DialogFrame } from './DialogParts';
import { Modal, ModalOverlay } from './Layer';
import { dialogPaper, scrimStyles } from './overlayStyles';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Adds «بازگشت» before the title: for a dialog that stands for a page. */
  readonly onBack?: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** `full` fills the screen: the invoice. */
  readonly width?: 400 | 560 | 720 | 'full';
  readonly role?: 'dialog' | 'alertdialog';
  /** While something runs: no Escape, no press beside it, no close button. */
  readonly locked?: boolean;
  /** A question has its answers below and needs no cross. */
  readonly closeButton?: boolean;
}

/** A paper in the middle of the screen. Focus stays inside and returns to where it was. */
export function Dialog({
  isOpen,
  onClose,
  onBack,
  title,
  children,
  footer,
  width = 560,
  role = 'dialog',
  locked = false,
  closeButton = true,
}: DialogProps): ReactElement {
  return (
    <Scrim
      isOpen={isOpen}
      isDismissable={!locked}
      isKeyboardDismissDisabled={locked}
      data-full={width === 'full' || undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Paper style={width === 'full' ? {} : { maxInlineSize: `${width}px` }}>
        <DialogFrame
          title={title}
          footer={footer}
          role={role}
          onBack={onBack}
          onClose={closeButton && !locked ? onClose : undefined}
        >
          {children}
        </DialogFrame>
      </Paper>
    </Scrim>
  );
}

const Scrim = styled(ModalOverlay)({
  ...scrimStyles,
  alignItems: 'center',
  padding: space(4),
  '&[data-full]': { padding: 0 },
  '&[data-full] > div': { blockSize: '100%', borderRadius: 0 },
  [media.print]: {
    position: 'static',
    blockSize: 'auto',
    display: 'block',
    padding: 0,
    backgroundColor: 'transparent',
  },
});

const Paper = styled(Modal)({
  ...dialogPaper,
  [media.print]: { display: 'block', overflow: 'visible', boxShadow: 'none', borderRadius: 0, maxBlockSize: 'none' },
});
