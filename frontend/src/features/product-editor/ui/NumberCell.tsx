import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { groupThousands } from '../../../shared/lib/digits';
import { DigitField } from '../../../shared/ui/DigitField';
import type { NumberField } from '../model/edit';
import type { OpenEditor } from './EditingProvider';
import { Elsewhere, isElsewhere } from './TypeConflict';

/** As many digits as the server takes: tomans a piece, selling units. */
const DIGITS: Readonly<Record<NumberField, number>> = { stock: 9, buyPrice: 12, sellPrice: 12 };

export interface NumberCellProps {
  readonly field: NumberField;
  readonly label: string;
  readonly open: OpenEditor;
}

/** One number of a type as a field: digits only, with thousands separators. */
export function NumberCell({ field, label, open }: NumberCellProps): ReactElement {
  const { t } = useTranslation('catalogue');
  const { editor, type, saving } = open;
  const issue = editor.issues[field];
  return (
    <DigitField
      label={label}
      labelHidden
      value={editor.draft[field]}
      format={groupThousands}
      maxDigits={DIGITS[field]}
      readOnly={saving}
      error={issue && t(issue === 'empty' ? 'edit.empty' : 'edit.belowBuy')}
      description={isElsewhere(field, open) ? <Elsewhere field={field} open={open} /> : undefined}
      onValueChange={(digits) => type({ [field]: digits })}
    />
  );
}
