import {
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../i18n/useText';
import { decimalMark, localDigits, onlyDecimal, onlyDigits } from '../lib/digits';
import { formatNumber } from '../lib/format';
import { Control, Field, type FieldOptions, Input, Slot, useField } from './Field';

export interface DigitFieldProps
  extends FieldOptions,
    Omit<
      ComponentPropsWithRef<'input'>,
      'value' | 'onChange' | 'ref' | 'children' | 'type' | 'dir' | 'inputMode' | 'maxLength'
    > {
  /** Latin digits, without separators (with `decimals`: one `.` too). */
  readonly value: string;
  readonly onValueChange: (digits: string) => void;
  /** Adds separators for the eye: `groupThousands`, `maskDate`, `maskTime`, `maskCard`. */
  readonly format?: (digits: string) => string;
  /** Of a code or a phone number: longer input is cut. */
  readonly maxDigits?: number;
  /** Of a number: a larger one is not accepted, and the field says so. */
  readonly max?: number;
  /** Says it elsewhere, where the field has no room. */
  readonly onRefused?: (words: string) => void;
  /** Accept this many digits after a decimal point. */
  readonly decimals?: number;
  /** A unit or icon inside the frame, at the end of the line. */
  readonly endSlot?: ReactNode;
}

/** The index in `text` that has `count` significant characters (digits, decimal point) before it. */
export function caretAfter(text: string, count: number, keep: (text: string) => string): number {
  if (count <= 0) return 0;
  for (let index = 1; index <= text.length; index += 1) {
    if (keep(text.slice(0, index)).length >= count) return index;
  }
  return text.length;
}

type Deletion = 'none' | 'backward' | 'forward';

/** A text that was put in place of the old one (pasted, filled in) may lack the separators without deleting them. */
function deletionOf(event: Event): Deletion {
  if (!(event instanceof InputEvent) || !event.inputType.startsWith('delete')) return 'none';
  return event.inputType === 'deleteContentForward' ? 'forward' : 'backward';
}

/**
 * Numbers typed in any digits, stored in Latin ones, displayed in the language's own with separators. The caret stays
 * after the same digit; deleting a separator deletes the digit before it; IME composition shows the raw text.
 */
export function DigitField({
  value,
  onValueChange,
  format = (digits) => digits,
  maxDigits = 15,
  max,
  onRefused,
  decimals = 0,
  endSlot,
  ...props
}: DigitFieldProps): ReactElement {
  const t = useText('ui');
  const [refused, setRefused] = useState(false);
  const words = max === undefined ? '' : t('atMost', { max: formatNumber(max, decimals) });
  const { field, control, aria, frame } = useField({ ...props, error: refused ? words : props.error });
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [composing, setComposing] = useState<string | null>(null);
  const [, redraw] = useState(0);
  const keep = (text: string) => (decimals > 0 ? onlyDecimal(text, decimals) : onlyDigits(text));
  const displayed = localDigits(format(value)).replace('.', decimalMark());

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== element.current) return;
    const at = caretAfter(displayed, caret.current, keep);
    element.current?.setSelectionRange(at, at);
    caret.current = null;
  });

  const commit = (input: HTMLInputElement, deletion: Deletion = 'none') => {
    const raw = input.value;
    const typed = Number(keep(raw));
    // The previous value may be larger than `max`: it can be made smaller, digit by digit.
    if (max !== undefined && typed > max && typed >= Number(value)) {
      caret.current = value.length;
      redraw((count) => count + 1);
      if (onRefused) onRefused(words);
      else setRefused(true);
      return;
    }
    setRefused(false);
    let next = keep(raw).slice(0, maxDigits);
    let before = keep(raw.slice(0, input.selectionStart ?? raw.length)).length;
    // Only a separator was deleted: delete the digit beside it as well, or the key would do nothing.
    const onlySeparator = deletion !== 'none' && next === value && raw.length === displayed.length - 1;
    if (onlySeparator && deletion === 'forward') next = value.slice(0, before) + value.slice(before + 1);
    else if (onlySeparator) {
      next = value.slice(0, Math.max(0, before - 1)) + value.slice(before);
      before -= 1;
    }
    caret.current = before;
    if (next === value) redraw((count) => count + 1);
    else onValueChange(next);
  };

  return (
    <Field {...field}>
      <Control {...frame}>
        <Input
          autoComplete="off"
          {...control}
          {...aria}
          ref={element}
          type="text"
          dir="ltr"
          inputMode={decimals > 0 ? 'decimal' : 'numeric'}
          value={composing ?? displayed}
          onCompositionStart={(event) => setComposing(event.currentTarget.value)}
          onCompositionEnd={(event) => {
            setComposing(null);
            commit(event.currentTarget);
          }}
          onChange={(event) => {
            if (composing === null) commit(event.target, deletionOf(event.nativeEvent));
            else setComposing(event.target.value);
          }}
        />
        {endSlot && <Slot>{endSlot}</Slot>}
      </Control>
    </Field>
  );
}
