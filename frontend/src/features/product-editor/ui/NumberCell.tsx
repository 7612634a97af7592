import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { groupThousands } from '../../../shared/lib/masks';
import { DigitField } from '../../../shared/ui/DigitField';
import type { TypeEdit } from '../model/useTypeEdit';
import { Elsewhere, isElsewhere } from './TypeConflict';

/** The server's limits: selling units, tomans a piece, pieces. */
const MOST = {
  stock: 999_999_999,
  buyPrice: 999_999_999_999,
  sellPrice: 999_999_999_999,
  piecesPerUnit: 100_000,
  lowStock: 999_999_999,
} as const;

interface NumberCellProps {
  readonly field: keyof typeof MOST;
  readonly edit: TypeEdit;
  /** In a table: found by the field's name. */
  readonly cell?: boolean;
}

/** One number of a type as a field: digits only, with thousands separators. */
export function NumberCell({ field, edit, cell = false }: NumberCellProps): ReactElement {
  const t = useText('catalogue');
  const { form, saving } = edit;
  const bound = form.bind(field);
  return (
    <DigitField
      label={t(field === 'stock' ? 'card.stock' : `edit.${field}`)}
      labelHidden
      {...bound}
      format={groupThousands}
      max={MOST[field]}
      readOnly={saving}
      {...(cell && { 'data-cell': field })}
      description={isElsewhere(field, edit) ? <Elsewhere field={field} edit={edit} /> : undefined}
      onValueChange={(digits) => {
        bound.onValueChange(digits);
        // The two prices share a rule, whose message stands at the second one.
        if (field === 'buyPrice' && form.formState.isSubmitted) void form.trigger('sellPrice');
      }}
    />
  );
}
