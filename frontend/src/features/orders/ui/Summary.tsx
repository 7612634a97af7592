import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderTotals } from '../../../entities/order/types';
import { formatNumber, formatPercent } from '../../../shared/lib/format';
import { colors, radius, space, tabular, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';

const PERCENT_PLACES = 4;

interface SummaryProps {
  readonly totals: OrderTotals;
  readonly taxRate: number;
  /** Under the grand total, where there is no bar at the bottom. */
  readonly actions?: ReactNode;
}

/** What the order comes to. */
export function Summary({ totals, taxRate, actions }: SummaryProps): ReactElement {
  const { t } = useTranslation('order');
  const titleId = useId();
  const profit = (
    <Profit>
      <Money amount={totals.profit} />
      <bdi>{formatPercent(totals.profitPercent, PERCENT_PLACES)}</bdi>
    </Profit>
  );
  return (
    <Card as="section" padding="none" aria-labelledby={titleId}>
      <Rows>
        <h2 id={titleId}>{t('summary.title')}</h2>
        <DefinitionGrid
          layout="rows"
          items={[
            { label: t('summary.units'), value: <Figure>{formatNumber(totals.units)}</Figure> },
            { label: t('summary.sales'), value: <Money amount={totals.sales} /> },
            { label: t('summary.purchase'), value: <Money amount={totals.purchase} /> },
            { label: t('summary.profit'), value: profit },
            { label: t('summary.tax', { rate: formatPercent(taxRate) }), value: <Money amount={totals.tax} /> },
            { label: t('summary.shipping'), value: <Money amount={totals.shipping} /> },
          ]}
        />
      </Rows>
      <Grand>
        <span>{t('summary.grand')}</span>
        <Money amount={totals.grand} size="amount" />
      </Grand>
      {actions && <Actions>{actions}</Actions>}
    </Card>
  );
}

const Rows = styled.div({
  paddingInline: space(4),
  paddingBlock: `${space(3)} ${space(1)}`,
  '& > h2': type.heading,
});

const Figure = styled.span(tabular);

const Profit = styled.span({
  ...tabular,
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: space(2),
  '& > bdi:last-of-type': {
    ...type.caption,
    ...tabular,
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
});

const Actions = styled.div({
  display: 'flex',
  paddingInline: space(4),
  paddingBlockEnd: space(4),
  '& > *': { flex: 1 },
});
