import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { Minus, Plus } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useText } from '../i18n/useText';
import { colors, motion, radius, size, type } from '../theme/tokens';
import { DigitField } from './DigitField';
import { Spinner } from './Spinner';
import { toast } from './Toast';

/** A million of anything is a slip of the finger. */
export const QUANTITY_MAX = 999_999;

const ARROWS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export interface StepperProps {
  /** What is counted, for the buttons' names: «افزایش چای ممتاز». */
  readonly label: string;
  readonly value: number;
  /** Asked for the next value; the parent may refuse it. */
  readonly onChange: (next: number) => void;
  readonly min?: number;
  readonly max?: number;
  /** The stock is being checked; the value may go back. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Count of refused changes: each new one shakes once. */
  readonly refusals?: number;
}

/** Minus, number, plus. The number can be typed, and stepped by the arrow keys; presses and digits count also while the stock is being checked. */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max = QUANTITY_MAX,
  busy = false,
  disabled = false,
  refusals = 0,
}: StepperProps): ReactElement {
  const t = useText('ui');
  const [typed, setTyped] = useState<string | null>(null);
  // A key changes none of them, and a text costs more than a button.
  const names = useMemo(
    () => ({ less: t('decrease', { label }), figure: t('quantityOf', { label }), more: t('increase', { label }) }),
    [t, label],
  );
  // What stood there before may be larger, and goes down all the same.
  const allowed = (next: number): boolean => next >= min && (next <= max || next < value);
  const step = (by: number) => () => {
    setTyped(null);
    if (allowed(value + by)) onChange(value + by);
  };
  // What was typed and did not become the value is not shown; «nothing yet» and 0 wait for the end of the typing.
  const waits = typed === '' || Number(typed) === 0;
  const digits = typed !== null && (waits || Number(typed) === value) ? typed : String(value);
  const type = (next: string): void => {
    setTyped(next);
    if (Number(next) > 0 && allowed(Number(next))) onChange(Number(next));
  };
  const finish = (): void => {
    if (typed !== null && typed !== '' && waits && allowed(0)) onChange(0);
    setTyped(null);
  };
  return (
    <Row
      role="group"
      aria-label={label}
      aria-busy={busy || undefined}
      data-disabled={disabled || undefined}
      data-shake={refusals === 0 ? undefined : refusals % 2 === 0 ? 'even' : 'odd'}
    >
      <Step type="button" aria-label={names.less} disabled={disabled || value <= min} onClick={step(-1)}>
        {minus}
      </Step>
      <Value style={{ inlineSize: `${Math.max(2, digits.length) + 2}ch` }}>
        <DigitField
          label={names.figure}
          labelHidden
          value={digits}
          max={max}
          onRefused={(words) => toast.error(words, { thing: label })}
          disabled={disabled}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
            const by = ARROWS[event.key];
            if (by === undefined) return;
            event.preventDefault();
            // A key that is held shall not take the line out.
            if (value + by > 0) step(by)();
          }}
          onValueChange={type}
        />
        {busy && (
          <Busy>
            <Spinner size={16} label={t('loading')} />
          </Busy>
        )}
      </Value>
      <Step type="button" aria-label={names.more} disabled={disabled || value >= max} onClick={step(1)}>
        {plus}
      </Step>
    </Row>
  );
}

const minus = <Minus size={18} strokeWidth={2} />;
const plus = <Plus size={18} strokeWidth={2} />;

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

const Value = styled.div({
  position: 'relative',
  ...type.heading,
  // A finger's width inside the frame.
  minInlineSize: `calc(${size.touch} + 2px)`,
  '& [data-frame]': { minBlockSize: 0, borderColor: 'transparent', backgroundColor: 'transparent' },
  // As strong as the rule that puts a field's digits at the start of the Persian line.
  '[dir] & input[dir]': {
    ...type.heading,
    blockSize: size.touch,
    paddingInline: 0,
    textAlign: 'center',
  },
});

// Beside the figure, which stays to be read.
const Busy = styled.span({
  position: 'absolute',
  insetBlockStart: '-8px',
  insetInlineEnd: '-6px',
  display: 'inline-flex',
});
