import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { FullOrder } from '../../../../entities/order/sheet';
import type { OrderTotals } from '../../../../entities/order/types';
import { useText } from '../../../../shared/i18n/useText';
import { space } from '../../../../shared/theme/tokens';
import { AmountField } from '../../../../shared/ui/AmountField';
import { DefinitionGrid } from '../../../../shared/ui/DefinitionGrid';
import { Money } from '../../../../shared/ui/Money';
import type { DialogDraft } from '../../model/dialogDraft';
import { Summary } from '../../ui/Summary';

interface TotalsProps {
  /** With the user's changes. */
  readonly order: FullOrder;
  /** As the server has it. */
  readonly server: FullOrder;
  readonly draft: DialogDraft;
  readonly totals: OrderTotals;
  /** The totals are those before the changes. */
  readonly waiting: boolean;
  readonly editing: boolean;
}

/** The order's totals; shipping and the paper bill can be edited. */
export function Totals({ order, server, draft, totals, waiting, editing }: TotalsProps): ReactElement {
  const { changes, change, missing } = draft;
  const t = useText('order');
  const shipping = editing && (
    <Field>
      <AmountField
        label={t('summary.shipping')}
        value={changes.shipping === undefined ? order.shipping : changes.shipping}
        disabled={order.products.length === 0}
        error={missing.has('shipping') ? t('totals.noShipping') : undefined}
        onValueChange={(amount) => change({ shipping: amount })}
      />
    </Field>
  );
  const written = order.paperBill === null ? t('totals.noPaperBill') : <Money amount={order.paperBill} />;
  return (
    <Summary
      title={t('totals.title')}
      heading="h3"
      totals={totals}
      waiting={waiting ? t('totals.waiting') : undefined}
      order={server}
      shippingField={shipping}
    >
      {editing ? (
        <AmountField
          label={t('totals.paperBill')}
          description={t('totals.paperBillHint')}
          value={order.paperBill}
          onValueChange={(paperBill) => change({ paperBill })}
        />
      ) : (
        <DefinitionGrid layout="rows" items={[{ label: t('totals.paperBill'), value: written }]} />
      )}
    </Summary>
  );
}

const Field = styled.div({ paddingBlock: `${space(3)} ${space(4)}` });
