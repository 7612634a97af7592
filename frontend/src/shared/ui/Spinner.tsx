import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { motion } from '../theme/tokens';

interface SpinnerProps {
  /** Pixels. */
  readonly size?: number;
  /** Said by screen readers; without it the spinner is decoration. */
  readonly label?: string;
}

/** An indeterminate wheel in the colour of the text around it. */
export function Spinner({ size = 20, label }: SpinnerProps): ReactElement {
  return (
    <Wheel
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <circle cx="12" cy="12" r="9.5" opacity=".2" />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
    </Wheel>
  );
}

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const pulse = keyframes({ '50%': { opacity: 0.4 } });

const Wheel = styled.svg({
  flex: 'none',
  [motion.allowed]: { animation: `${turn} .8s linear infinite` },
  [motion.reduced]: { animation: `${pulse} 1.6s ease-in-out infinite !important` },
});
