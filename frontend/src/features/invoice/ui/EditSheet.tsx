import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { OrderSheet } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { space, type } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { Sheet } from '../../../shared/ui/Sheet';
import { QUANTITY_MAX } from '../../../shared/ui/Stepper';
import { TextArea } from '../../../shared/ui/TextArea';
import type { InvoiceDraft } from '../model/useInvoiceDraft';
import { NOTE_LENGTH } from './InvoicePaper';

interface EditSheetProps {
  /** The server's copy. */
  readonly order: OrderSheet;
  readonly draft: InvoiceDraft;
  readonly onClose: () => void;
}

/** The paper's fields for a phone, where the paper itself is too small to type into. */
export function EditSheet({ order, draft, onClose }: EditSheetProps): ReactElement {
  const t = useText('invoice');
  const { typed, wrong, sheet } = draft;
  return (
    <Sheet
      isOpen
      title={t('edit.title')}
      onClose={onClose}
      footer={
        <Button fullWidth onClick={onClose}>
          {t('edit.done')}
        </Button>
      }
    >
      <Fields>
        {order.products.map((product) => (
          <Group key={product.id}>
            <legend>{product.name}</legend>
            {product.lines.map(({ typeId, typeName, unitName, quantity }) => (
              <DigitField
                key={typeId}
                label={typeName}
                value={typed[typeId] ?? String(quantity)}
                max={QUANTITY_MAX}
                endSlot={unitName}
                error={wrong.includes(typeId) ? t('quantityError') : null}
                description={typed[typeId] === undefined ? null : t('before', { number: formatNumber(quantity) })}
                onValueChange={(digits) => draft.setQuantity(typeId, digits)}
              />
            ))}
          </Group>
        ))}
        <AmountField label={t('totals.paper')} value={sheet.paperBill} onValueChange={draft.setPaperBill} />
        <TextArea
          label={t('note.seller')}
          value={sheet.sellerNote}
          maxLength={NOTE_LENGTH}
          rows={3}
          onValueChange={draft.setNote}
        />
      </Fields>
    </Sheet>
  );
}

const Fields = styled.div({ display: 'flex', flexDirection: 'column', gap: space(5) });

const Group = styled.fieldset({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  padding: 0,
  '& > legend': { ...type.heading, padding: 0, paddingBlockEnd: space(1) },
});
