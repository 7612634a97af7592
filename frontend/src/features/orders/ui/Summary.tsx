import styled from '@emotion/styled';
import { Calculator } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { Agreed } from '../../../entities/order/calculator';
import { namedDiscounts } from '../../../entities/order/discounts';
import { discountOf } from '../../../entities/order/order.math';
import type { Order, OrderTotals } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';

const PERCENT_PLACES = 4;

interface SummaryProps {
  readonly title: string;
  readonly heading?: 'h2' | 'h3';
  readonly totals: OrderTotals;
  /** Displayed while the totals are those before the last change, because only the server can calculate them. */
  readonly waiting: string | undefined;
  /** The server's copy, with its discounts. */
  readonly order: Pick<Order, 'discounts' | 'products' | 'taxRate'>;
  /** Adds the shop's sales and profit, and the agreement from the calculator, if there is one. */
  readonly profit?: { readonly agreed: Agreed | null; readonly onCalculator: () => void };
  /** Replaces the shipping cost. */
  readonly shippingField?: ReactNode;
  /** Under the grand total. */
  readonly children?: ReactNode;
}

/** The order's totals. */
export function Summary(props: SummaryProps): ReactElement {
  const { title, heading: Title = 'h2', totals, waiting, order, profit, shippingField, children } = props;
  const t = useText('order');
  const titleId = useId();
  const agreed = profit?.agreed ?? null;
  const itemsIf = (condition: boolean, ...items: readonly Definition[]) => (condition ? items : []);
  const discounts = namedDiscounts(order).map(({ name, amount }) => ({
    label: name,
    value: <Money amount={-amount} />,
    wide: true,
  }));
  const beforeDiscounts = totals.purchase + discountOf(order.discounts);
  return (
    <Card as="section" padding="none" aria-labelledby={titleId} aria-busy={waiting !== undefined || undefined}>
      <Rows>
        <Top>
          <Title id={titleId}>{title}</Title>
          {profit && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Calculator size={18} />}
              {...(totals.sales === 0 && { disabledReason: t('calculator.noSales') })}
              onClick={profit.onCalculator}
            >
              {t('summary.calculator')}
            </Button>
          )}
        </Top>
        {waiting !== undefined && <Waiting role="status">{waiting}</Waiting>}
        <DefinitionGrid
          layout="rows"
          items={[
            { label: t('summary.units'), value: <bdi>{formatNumber(totals.units)}</bdi> },
            ...itemsIf(profit !== undefined, { label: t('summary.sales'), value: <Money amount={totals.sales} /> }),
            ...itemsIf(
              discounts.length > 0,
              { label: t('summary.beforeDiscounts'), value: <Money amount={beforeDiscounts} /> },
              ...discounts,
            ),
            { label: t('summary.purchase'), value: <Money amount={totals.purchase} /> },
            ...itemsIf(profit !== undefined, {
              label: t('summary.profit'),
              value: <Profit amount={totals.profit} percent={totals.profitPercent} />,
            }),
            { label: t('summary.tax', { rate: formatPercent(order.taxRate) }), value: <Money amount={totals.tax} /> },
            ...itemsIf(!shippingField, { label: t('summary.shipping'), value: <Money amount={totals.shipping} /> }),
          ]}
        />
        {shippingField}
      </Rows>
      <Grand data-quiet={agreed !== null || undefined}>
        <span>{t('summary.grand')}</span>
        <Money amount={totals.grand} size={agreed ? 'strong' : 'amount'} />
      </Grand>
      {agreed && (
        <>
          <Grand data-quiet>
            <span>{t('calculator.finalProfit')}</span>
            <Profit amount={agreed.profit} percent={agreed.percent} />
          </Grand>
          <Grand>
            <span>{t('summary.agreed')}</span>
            <Money amount={agreed.payable} size="amount" />
          </Grand>
        </>
      )}
      {children && <Under>{children}</Under>}
    </Card>
  );
}

function Profit({ amount, percent }: { readonly amount: number; readonly percent: number }): ReactElement {
  return (
    <Gain>
      <Money amount={amount} />
      <bdi>{formatPercent(percent, PERCENT_PLACES)}</bdi>
    </Gain>
  );
}

const Rows = styled.div({
  paddingInline: space(4),
  paddingBlock: `${space(3)} ${space(1)}`,
});

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
  marginInlineEnd: `calc(-1 * ${space(2)})`,
  '& > h2, & > h3': type.heading,
});

const Waiting = styled.p({ ...type.caption, color: colors.warningText });

const Gain = styled.span({
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: space(2),
  '& > bdi:last-of-type': {
    ...type.caption,
    paddingInline: space(2),
    borderRadius: radius.full,
    color: colors.success,
    backgroundColor: colors.successSoft,
  },
});

const Grand = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space(3),
  paddingInline: space(4),
  paddingBlock: space(3),
  borderBlockStart: `1px solid ${colors.line}`,
  '& > span:first-of-type': { ...type.label, color: colors.muted },
  '&[data-quiet]': { paddingBlock: space(2) },
});

const Under = styled.div({
  display: 'flex',
  flexDirection: 'column',
  paddingInline: space(4),
  paddingBlockEnd: space(4),
});
