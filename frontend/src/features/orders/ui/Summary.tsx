import styled from '@emotion/styled';
import { Calculator } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { Agreed } from '../../../entities/order/calculator';
import type { NamedDiscount } from '../../../entities/order/discounts';
import type { OrderTotals } from '../../../entities/order/types';
import { discountItems } from '../../../entities/order/ui/discountItems';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';

const PERCENT_PLACES = 4;

interface SummaryProps {
  readonly totals: OrderTotals;
  /** They are those before the last change: the server calculates. */
  readonly waiting: boolean;
  /** The applied tiers; nothing is said of none. */
  readonly discounts: readonly NamedDiscount[];
  readonly taxRate: number;
  /** What was agreed on in the calculator, if anything. */
  readonly agreed: Agreed | null;
  readonly onCalculator: () => void;
  /** Under the grand total, where there is no bar at the bottom. */
  readonly actions?: ReactNode;
}

/** What the order comes to. */
export function Summary({
  totals,
  waiting,
  discounts,
  taxRate,
  agreed,
  onCalculator,
  actions,
}: SummaryProps): ReactElement {
  const t = useText('order');
  const titleId = useId();
  const profit = (
    <Profit>
      <Money amount={totals.profit} />
      <bdi>{formatPercent(totals.profitPercent, PERCENT_PLACES)}</bdi>
    </Profit>
  );
  return (
    <Card as="section" padding="none" aria-labelledby={titleId} aria-busy={waiting || undefined}>
      <Rows>
        <Top>
          <h2 id={titleId}>{t('summary.title')}</h2>
          <Button
            variant="ghost"
            size="sm"
            icon={<Calculator size={18} />}
            {...(totals.sales === 0 && { disabledReason: t('calculator.noSales') })}
            onClick={onCalculator}
          >
            {t('summary.calculator')}
          </Button>
        </Top>
        {waiting && <Waiting role="status">{t('summary.waiting')}</Waiting>}
        <DefinitionGrid
          layout="rows"
          items={[
            { label: t('summary.units'), value: <bdi>{formatNumber(totals.units)}</bdi> },
            { label: t('summary.sales'), value: <Money amount={totals.sales} /> },
            ...discountItems(discounts, totals.purchase, t('summary.beforeDiscounts')),
            { label: t('summary.purchase'), value: <Money amount={totals.purchase} /> },
            { label: t('summary.profit'), value: profit },
            { label: t('summary.tax', { rate: formatPercent(taxRate) }), value: <Money amount={totals.tax} /> },
            { label: t('summary.shipping'), value: <Money amount={totals.shipping} /> },
          ]}
        />
      </Rows>
      <Grand data-quiet={agreed !== null || undefined}>
        <span>{t('summary.grand')}</span>
        <Money amount={totals.grand} size={agreed ? 'strong' : 'amount'} />
      </Grand>
      {agreed && (
        <>
          <Grand data-quiet>
            <span>{t('calculator.finalProfit')}</span>
            <Profit>
              <Money amount={agreed.profit} />
              <bdi>{formatPercent(agreed.percent, PERCENT_PLACES)}</bdi>
            </Profit>
          </Grand>
          <Grand>
            <span>{t('summary.agreed')}</span>
            <Money amount={agreed.payable} size="amount" />
          </Grand>
        </>
      )}
      {actions && <Actions>{actions}</Actions>}
    </Card>
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
  '& > h2': type.heading,
});

const Waiting = styled.p({ ...type.caption, color: colors.warningText });

const Profit = styled.span({
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

const Actions = styled.div({
  display: 'flex',
  paddingInline: space(4),
  paddingBlockEnd: space(4),
  '& > *': { flex: 1 },
});
