import styled from '@emotion/styled';
import { type ReactElement, type PointerEvent as ReactPointerEvent, useRef } from 'react';
import { media } from '../theme/media';
import { colors, radius, space } from '../theme/tokens';
import { DialogFrame, type DialogFrameProps } from './DialogParts';
import { Modal, ModalOverlay } from './Layer';
import { dialogPaper, scrimStyles, sheetPaper } from './overlayStyles';

interface SheetProps extends Pick<DialogFrameProps, 'title' | 'children' | 'footer'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** From 600 px on it is a dialog of this width. */
  readonly width?: 400 | 560 | 720 | 960;
  /** Takes the whole height on phones, whatever is in it. */
  readonly tall?: boolean;
}

/** How far down the finger must pull, in px, to close. */
const PULL_TO_CLOSE = 96;

/** ms after which a closed sheet has begun its exit animation. */
const SPRING_BACK_AFTER = 100;

/** A paper from the bottom edge on phones, a dialog on wide screens. A pull down, Escape or a press beside it closes it. */
export function Sheet({ isOpen, width = 560, tall = false, ...frame }: SheetProps): ReactElement {
  const paper = useRef<HTMLDivElement>(null);
  const pull = usePull(paper, frame.onClose);
  return (
    <Scrim isOpen={isOpen} onClose={frame.onClose}>
      <Paper ref={paper} data-tall={tall || undefined} style={{ '--sheet-width': `${width}px` } as object}>
        <Handle aria-hidden {...pull} />
        <DialogFrame {...frame} />
      </Paper>
    </Scrim>
  );
}

function usePull(paper: { current: HTMLDivElement | null }, onClose: () => void) {
  const start = useRef<number | null>(null);
  const move = (by: number) => {
    paper.current?.style.setProperty('translate', by > 0 ? `0 ${by}px` : '');
  };
  return {
    onPointerDown: (event: ReactPointerEvent<HTMLDivElement>) => {
      start.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: ReactPointerEvent<HTMLDivElement>) => {
      if (start.current !== null) move(event.clientY - start.current);
    },
    onPointerUp: (event: ReactPointerEvent<HTMLDivElement>) => {
      const pulled = start.current === null ? 0 : event.clientY - start.current;
      start.current = null;
      if (pulled > PULL_TO_CLOSE) {
        onClose();
        // Closing may be refused or need an answer first: then the paper springs back.
        setTimeout(() => {
          if (paper.current?.hasAttribute('data-exiting') === false) move(0);
        }, SPRING_BACK_AFTER);
      } else move(0);
    },
    onPointerCancel: () => {
      start.current = null;
      move(0);
    },
  };
}

const Scrim = styled(ModalOverlay)({
  ...scrimStyles,
  alignItems: 'flex-end',
  [media.tabletUp]: { alignItems: 'center', padding: space(6) },
});

const Paper = styled(Modal)({
  ...sheetPaper,
  position: 'relative',
  '&[data-tall]': { blockSize: '100%', maxBlockSize: `calc(100% - ${space(2)})` },
  '&[data-tall] [data-scroll]': { flex: 1, display: 'flex', flexDirection: 'column' },
  [media.tabletUp]: {
    ...dialogPaper,
    maxInlineSize: 'var(--sheet-width)',
    '&[data-tall]': { blockSize: 'auto', maxBlockSize: '100%' },
  },
});

const Handle = styled.div({
  flex: 'none',
  display: 'flex',
  justifyContent: 'center',
  paddingBlock: space(2),
  touchAction: 'none',
  cursor: 'grab',
  '&::before': {
    content: '""',
    inlineSize: '36px',
    blockSize: '4px',
    borderRadius: radius.full,
    backgroundColor: colors.line,
  },
  [media.tabletUp]: { display: 'none' },
});
