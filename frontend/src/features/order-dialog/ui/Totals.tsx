import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import { namedDiscounts } from '../../../entities/order/discounts';
import { shownTotals } from '../../../entities/order/order.math';
import { discountItems } from '../../../entities/order/ui/discountItems';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import type { FullOrder } from '../api/types';
import { changesTotals, type Draft } from '../model/draft';

export interface DraftFieldProps {
  /** With the user's changes. */
  readonly order: FullOrder;
  readonly draft: Draft;
  readonly editing: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

interface TotalsProps extends DraftFieldProps {
  /** As the server has it. */
  readonly known: FullOrder;
  readonly missing: ReadonlySet<string>;
}

/** What the order comes to; shipping and the paper bill can be typed. */
export function Totals({ order, known, draft, editing, missing, onChange }: TotalsProps): ReactElement {
  const t = useText('orderDialog');
  const titleId = useId();
  const { totals, waiting } = shownTotals(known, order, changesTotals(known, draft));
  const none = order.products.length === 0;
  const shipping = { label: t('totals.shipping'), value: <Money amount={totals.shipping} /> };
  const bill = {
    label: t('totals.paperBill'),
    value: order.paperBill === null ? t('totals.noPaperBill') : <Money amount={order.paperBill} />,
  };
  return (
    <Card as="section" aria-labelledby={titleId}>
      <Title id={titleId}>{t('totals.title')}</Title>
      {waiting && <Waiting role="status">{t('totals.waiting')}</Waiting>}
      <DefinitionGrid
        layout="rows"
        items={[
          { label: t('totals.units'), value: <bdi>{formatNumber(totals.units)}</bdi> },
          ...discountItems(namedDiscounts(known), totals.purchase, t('totals.beforeDiscounts')),
          { label: t('totals.purchase'), value: <Money amount={totals.purchase} /> },
          { label: t('totals.tax', { rate: formatPercent(order.taxRate) }), value: <Money amount={totals.tax} /> },
          ...(editing ? [] : [shipping]),
        ]}
      />
      {editing && (
        <Fields>
          <AmountField
            label={t('totals.shipping')}
            value={draft.shipping === undefined ? order.shipping : draft.shipping}
            disabled={none}
            error={missing.has('shipping') ? t('totals.noShipping') : undefined}
            onValueChange={(amount) => {
              onChange({ shipping: amount });
            }}
          />
        </Fields>
      )}
      <Grand>
        <span>{t('totals.grand')}</span>
        <Money amount={totals.grand} size="amount" />
      </Grand>
      {editing ? (
        <AmountField
          label={t('totals.paperBill')}
          description={t('totals.paperBillHint')}
          value={order.paperBill}
          onValueChange={(amount) => {
            onChange({ paperBill: amount });
          }}
        />
      ) : (
        <DefinitionGrid layout="rows" items={[bill]} />
      )}
    </Card>
  );
}

const Title = styled.h3(type.heading);
const Waiting = styled.p({ ...type.caption, color: colors.warningText });
const Fields = styled(Stack)({ paddingBlockStart: space(3), paddingBlockEnd: space(4) });

const Grand = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: space(3),
  paddingBlock: space(2),
  marginBlockEnd: space(1),
  borderBlock: `1px solid ${colors.line}`,
  '& > span:first-of-type': { ...type.label, color: colors.muted },
});
