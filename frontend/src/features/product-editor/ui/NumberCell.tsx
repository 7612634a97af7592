import type { ReactElement } from 'react';
import { groupThousands } from '../../../shared/lib/masks';
import { DigitField } from '../../../shared/ui/DigitField';
import type { OpenEditor } from '../model/useTypeEdit';
import { Elsewhere, isElsewhere } from './TypeConflict';

/** What the server takes: selling units, tomans a piece. */
const MOST = { stock: 999_999_999, buyPrice: 999_999_999_999, sellPrice: 999_999_999_999 } as const;

export interface NumberCellProps {
  readonly field: keyof typeof MOST;
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
      max={MOST[field]}
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
