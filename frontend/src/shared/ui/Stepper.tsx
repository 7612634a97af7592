import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { Minus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format';
import { colors, motion, radius, size, type } from '../theme/tokens';
import { Spinner } from './Spinner';

export interface StepperProps {
  /** What is counted, for the buttons' names: «افزایش چای ممتاز». */
  readonly label: string;
  readonly value: number;
  /** Asked for the next value; the parent may refuse it. */
  readonly onChange: (next: number) => void;
  readonly min?: number;
  readonly max?: number;
  /** The stock is being checked. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Count of refused changes: each new one shakes once. */
  readonly refusals?: number;
}

/** Minus, number, plus. */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  busy = false,
  disabled = false,
  refusals = 0,
}: StepperProps): ReactElement {
  const { t } = useTranslation('ui');
  const step = (by: number) => () => {
    const next = value + by;
    if (!busy && next >= min && next <= max) onChange(next);
  };
  return (
    <Row
      role="group"
      aria-label={label}
      aria-busy={busy || undefined}
      data-disabled={disabled || undefined}
      data-shake={refusals === 0 ? undefined : refusals % 2 === 0 ? 'even' : 'odd'}
    >
      <Step
        type="button"
        aria-label={t('decrease', { label })}
        aria-disabled={busy || undefined}
        disabled={disabled || value <= min}
        onClick={step(-1)}
      >
        <Minus size={18} strokeWidth={2} aria-hidden />
      </Step>
      <Value aria-live="polite">
        {busy ? <Spinner size={16} label={t('loading')} /> : <Figure key={value}>{formatNumber(value)}</Figure>}
      </Value>
      <Step
        type="button"
        aria-label={t('increase', { label })}
        aria-disabled={busy || undefined}
        disabled={disabled || value >= max}
        onClick={step(1)}
      >
        <Plus size={18} strokeWidth={2} aria-hidden />
      </Step>
    </Row>
  );
}

// Two names for one movement: changing between them starts it again.
const shakeOdd = keyframes({
  '20%, 60%': { transform: 'translateX(-4px)' },
  '40%, 80%': { transform: 'translateX(4px)' },
});
const shakeEven = keyframes({
  '20%, 60%': { transform: 'translateX(4px)' },
  '40%, 80%': { transform: 'translateX(-4px)' },
});
const flashOdd = keyframes({ '50%': { opacity: 0.4 } });
const flashEven = keyframes({ '50%': { opacity: 0.39 } });
const appear = keyframes({ from: { opacity: 0 } });

const Row = styled.div({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  borderRadius: radius.button,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.surface,
  '&[data-disabled]': { backgroundColor: colors.sunken, borderColor: 'transparent' },
  '&[data-shake]': { borderColor: colors.danger },
  [motion.allowed]: {
    '&[data-shake="odd"]': { animation: `${shakeOdd} 320ms ${motion.ease}` },
    '&[data-shake="even"]': { animation: `${shakeEven} 320ms ${motion.ease}` },
  },
  [motion.reduced]: {
    '&[data-shake="odd"]': { animation: `${flashOdd} 100ms` },
    '&[data-shake="even"]': { animation: `${flashEven} 100ms` },
  },
});

const Step = styled.button({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  inlineSize: size.touch,
  blockSize: size.touch,
  borderRadius: radius.inner,
  color: colors.brand,
  transition: `background-color ${motion.press}`,
  '@media (hover: hover)': { '&:hover:not(:disabled)': { backgroundColor: colors.hover } },
  '&:active:not(:disabled)': { backgroundColor: colors.press },
  '&:disabled': { color: colors.faint, opacity: 0.5 },
});

const Value = styled.output({
  ...type.heading,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minInlineSize: '40px',
});

const Figure = styled.span({ animation: `${appear} ${motion.press}` });
