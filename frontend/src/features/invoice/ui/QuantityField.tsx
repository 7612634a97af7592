import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { OrderLine } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paper } from '../../../shared/theme/paper';
import { DigitField } from '../../../shared/ui/DigitField';
import { QUANTITY_MAX } from '../../../shared/ui/Stepper';
import { toast } from '../../../shared/ui/Toast';
import type { InvoiceDraft } from '../model/useInvoiceDraft';

export type QuantityFields = Pick<InvoiceDraft, 'typed' | 'saved' | 'wrong' | 'setQuantity'>;

interface QuantityFieldProps {
  readonly line: OrderLine;
  readonly name: string;
  readonly fields: QuantityFields;
}

/** The quantity of a line, typed into its cell. */
export function QuantityField({ line, name, fields }: QuantityFieldProps): ReactElement {
  const t = useText('invoice');
  const { typeId, quantity } = line;
  const typed = fields.typed[typeId];
  const saved = fields.saved[typeId];
  return (
    <Cell>
      <DigitField
        label={t('quantityOf', { name })}
        labelHidden
        value={typed ?? String(quantity)}
        max={QUANTITY_MAX}
        onRefused={(words) => toast.error(words, { thing: name })}
        {...(fields.wrong.includes(typeId) && { 'aria-invalid': true, title: t('quantityError') })}
        onValueChange={(digits) => fields.setQuantity(typeId, digits)}
      />
      {typed !== undefined && saved !== undefined && <small>{t('before', { number: formatNumber(saved) })}</small>}
    </Cell>
  );
}

const Cell = styled.div({
  // No higher than a row of the paper, but at least a target of 24 px.
  '& [data-frame]': { minBlockSize: 0, backgroundColor: paper.ground },
  '[dir] & input[dir]': {
    blockSize: '26px',
    paddingInline: '1mm',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    textAlign: 'center',
  },
});
