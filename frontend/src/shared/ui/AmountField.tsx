import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { groupThousands } from '../lib/masks';
import { DigitField, type DigitFieldProps } from './DigitField';

/** The server takes no more, in tomans. */
export const AMOUNT_MAX = 1_000_000_000_000;

interface AmountFieldProps extends Omit<DigitFieldProps, 'value' | 'onValueChange' | 'format' | 'endSlot'> {
  /** Whole units; null while the field is empty. */
  readonly value: number | null;
  readonly onValueChange: (value: number | null) => void;
  /** The word at the end; tomans by default. */
  readonly unit?: string;
}

/** A whole number with thousands separators and its unit. */
export function AmountField({ value, onValueChange, unit, max = AMOUNT_MAX, ...rest }: AmountFieldProps): ReactElement {
  const t = useText('ui');
  return (
    <DigitField
      {...rest}
      max={max}
      format={groupThousands}
      value={value === null ? '' : String(value)}
      onValueChange={(digits) => onValueChange(digits === '' ? null : Number(digits))}
      endSlot={unit ?? t('toman')}
    />
  );
}
