import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { Minus, Plus } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useText } from '../i18n/useText';
import { colors, motion, radius, size, touchTarget, type } from '../theme/tokens';
import { DigitField } from './DigitField';
import { Spinner } from './Spinner';
import { toast } from './Toast';

/** A larger quantity is a typing mistake. */
export const QUANTITY_MAX = 999_999;

const ARROWS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export interface StepperProps {
  /** What is counted, for the buttons' names: «افزایش چای ممتاز». */
  readonly label: string;
  readonly value: number;
  /** Asked for the next value; the parent may refuse it. */
  readonly onChange: (next: number) => void;
  /** The stock is being checked; the value may go back. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Count of refused changes: each new one shakes once. */
  readonly refusals?: number;
}

/** Minus, number, plus. The number can be typed or stepped by the arrow keys, also while the stock is being checked. */
export function Stepper({
  label,
  value,
  onChange,
  busy = false,
  disabled = false,
  refusals = 0,
}: StepperProps): ReactElement {
  const t = useText('ui');
  const [typed, setTyped] = useState<string | null>(null);
  // Memoized: typing changes none of them, and translating costs more than drawing a button.
  const names = useMemo(
    () => ({ less: t('decrease', { label }), figure: t('quantityOf', { label }), more: t('increase', { label }) }),
    [t, label],
  );
  // The value may be above the limit already: then it can only go down.
  const allowed = (next: number): boolean => next >= 0 && (next <= QUANTITY_MAX || next < value);
  const step = (by: number) => () => {
    setTyped(null);
    if (allowed(value + by)) onChange(value + by);
  };
  // Typed digits that did not become the value disappear; «nothing yet» and 0 wait for the end of the typing.
  const waits = typed === '' || Number(typed) === 0;
  const digits = typed !== null && (waits || Number(typed) === value) ? typed : String(value);
  const onType = (next: string): void => {
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
      <Step type="button" aria-label={names.less} disabled={disabled || value <= 0} onClick={step(-1)}>
        {minus}
      </Step>
      <Value style={{ inlineSize: `${Math.max(2, digits.length) + 2}ch` }}>
        <DigitField
          label={names.figure}
          labelHidden
          value={digits}
          max={QUANTITY_MAX}
          onRefused={(words) => toast.error(words, { thing: label })}
          disabled={disabled}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
            const by = ARROWS[event.key];
            if (by === undefined) return;
            event.preventDefault();
            // Holding the key down must not remove the line.
            if (value + by > 0) step(by)();
          }}
          onValueChange={onType}
        />
        {busy && (
          <Busy>
            <Spinner size={16} label={t('loading')} />
          </Busy>
        )}
      </Value>
      <Step type="button" aria-label={names.more} disabled={disabled || value >= QUANTITY_MAX} onClick={step(1)}>
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
  ...touchTarget,
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

// Beside the figure, which stays readable.
const Busy = styled.span({
  position: 'absolute',
  insetBlockStart: '-8px',
  insetInlineEnd: '-6px',
  display: 'inline-flex',
});
