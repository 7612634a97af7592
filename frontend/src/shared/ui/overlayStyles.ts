import { keyframes } from '@emotion/react';
import { colors, layer, motion, radius, space } from '../theme/tokens';

export const fadeIn = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { transform: 'translateY(100%)' } });
const grow = keyframes({ from: { opacity: 0, transform: 'translateY(8px) scale(.98)' } });

/** The dimmed page. */
export const scrimStyles = {
  position: 'fixed',
  insetInline: 0,
  insetBlockStart: 0,
  blockSize: 'var(--visual-viewport-height, 100dvh)',
  zIndex: layer.overlay,
  display: 'flex',
  justifyContent: 'center',
  backgroundColor: colors.scrim,
  [motion.allowed]: {
    animation: `${fadeIn} ${motion.fade}`,
    '&[data-exiting]': { animation: `${fadeIn} 160ms ease-in reverse forwards` },
  },
} as const;

/** A paper in the middle. */
export const dialogPaper = {
  display: 'flex',
  flexDirection: 'column',
  inlineSize: '100%',
  maxBlockSize: '100%',
  borderRadius: radius.card,
  backgroundColor: colors.raised,
  color: colors.text,
  boxShadow: colors.shadow2,
  outline: 'none',
  overflow: 'hidden',
  [motion.allowed]: {
    animation: `${grow} ${motion.fade}`,
    '&[data-exiting]': { animation: `${grow} 160ms ease-in reverse forwards` },
  },
} as const;

/** A paper that rises from the bottom edge. */
export const sheetPaper = {
  ...dialogPaper,
  maxBlockSize: `calc(100% - ${space(8)})`,
  borderRadius: `${radius.sheet} ${radius.sheet} 0 0`,
  boxShadow: colors.shadow3,
  [motion.allowed]: {
    animation: `${rise} ${motion.sheet}`,
    '&[data-exiting]': { animation: `${rise} 200ms ease-in reverse forwards` },
  },
} as const;
