import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { colors, motion, radius } from '../theme/tokens';

export interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; null while nobody can say how far it is. */
  readonly value: number | null;
}

/** How much of a file has gone. */
export function ProgressBar({ label, value }: ProgressBarProps): ReactElement {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Track
      role="progressbar"
      aria-label={label}
      {...(percent !== null && { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 })}
    >
      {percent === null ? <Runner /> : <Fill style={{ inlineSize: `${percent}%` }} />}
    </Track>
  );
}

const run = keyframes({ from: { insetInlineStart: '-40%' }, to: { insetInlineStart: '100%' } });

const Track = styled.div({
  position: 'relative',
  blockSize: '6px',
  inlineSize: '100%',
  overflow: 'hidden',
  borderRadius: radius.full,
  backgroundColor: colors.brandSoft,
});

const Fill = styled.span({
  display: 'block',
  blockSize: '100%',
  borderRadius: radius.full,
  backgroundColor: colors.brand,
  [motion.allowed]: { transition: `inline-size ${motion.fade}` },
});

const Runner = styled.span({
  position: 'absolute',
  insetBlock: 0,
  insetInlineStart: 0,
  inlineSize: '40%',
  borderRadius: radius.full,
  backgroundColor: colors.brand,
  [motion.allowed]: { animation: `${run} 1.1s ${motion.ease} infinite` },
});
