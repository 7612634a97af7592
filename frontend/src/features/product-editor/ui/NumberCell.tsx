import type { ReactElement } from 'react';
import { groupThousands } from '../../../shared/lib/digits';
import { DigitField } from '../../../shared/ui/DigitField';
import type { OpenEditor } from '../model/useTypeEdit';
import { Elsewhere, isElsewhere } from './TypeConflict';

/** As many digits as the server takes: tomans a piece, selling units. */
const DIGITS = { stock: 9, buyPrice: 12, sellPrice: 12 } as const;

export interface NumberCellProps {
  readonly field: keyof typeof DIGITS;
  readonly label: string;
  readonly open: OpenEditor;
}

/** One number of a type as a field: digits only, with thousands separators. */
export function NumberCell({ field, label, open }: NumberCellProps): ReactElement {
  const { form, saving } = open;
  const bound = form.bind(field);
  return (
    <DigitField
      label={label}
      labelHidden
      {...bound}
      format={groupThousands}
      maxDigits={DIGITS[field]}
      readOnly={saving}
      description={isElsewhere(field, open) ? <Elsewhere field={field} open={open} /> : undefined}
      onValueChange={(digits) => {
        bound.onValueChange(digits);
        // The two prices share a rule, and it shows at the second one.
        if (field === 'buyPrice' && form.formState.isSubmitted) void form.trigger('sellPrice');
      }}
    />
  );
}
