import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { colors, motion, radius } from '../theme/tokens';
import { Runner } from './ProgressLine';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; null while it is unknown. */
  readonly value: number | null;
}

/** How much of a file was sent. */
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

const Track = styled.div({
  position: 'relative',
  blockSize: '6px',
  inlineSize: '100%',
  overflow: 'hidden',
  borderRadius: radius.full,
  backgroundColor: colors.brandSoft,
  '& > span': { borderRadius: radius.full },
});

const Fill = styled.span({
  display: 'block',
  blockSize: '100%',
  backgroundColor: colors.brand,
  [motion.allowed]: { transition: `inline-size ${motion.fade}` },
});
