import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { media } from '../theme/media';
import { space } from '../theme/tokens';
import { DialogFrame, type DialogFrameProps } from './DialogParts';
import { Modal, ModalOverlay } from './Layer';
import { dialogPaper, scrimStyles } from './overlayStyles';

export interface DialogProps extends DialogFrameProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `full` fills the screen: the invoice. */
  readonly width?: 400 | 560 | 720 | 'full';
  /** While something runs: no Escape, no press beside it, no close button. */
  readonly locked?: boolean;
  /** A question has its answers below and needs no cross. */
  readonly closeButton?: boolean;
}

/** A paper in the middle of the screen. Focus stays inside and returns to where it was. */
export function Dialog({
  isOpen,
  onClose,
  width = 560,
  locked = false,
  closeButton = true,
  ...frame
}: DialogProps): ReactElement {
  return (
    <Scrim isOpen={isOpen} onClose={onClose} locked={locked} data-full={width === 'full' || undefined}>
      <Paper style={width === 'full' ? {} : { maxInlineSize: `${width}px` }}>
        <DialogFrame {...frame} onClose={closeButton && !locked ? onClose : undefined} />
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
