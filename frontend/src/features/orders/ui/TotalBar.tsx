import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderTotals } from '../../../entities/order/types';
import { formatNumber, formatPercent, withUnit } from '../../../shared/lib/format';
import { colors, tabular, type } from '../../../shared/theme/tokens';
import { Money } from '../../../shared/ui/Money';
import { StickyBar } from '../../../shared/ui/StickyBar';

interface TotalBarProps {
  readonly totals: OrderTotals;
  readonly menu: ReactNode;
}

/** The grand total and the menu, in the thumb's reach. */
export function TotalBar({ totals, menu }: TotalBarProps): ReactElement {
  const { t } = useTranslation(['order', 'ui']);
  const profit = withUnit(formatNumber(totals.profit), t('ui:toman'));
  return (
    <StickyBar label={t('summary.grand')}>
      <Words>
        <Money amount={totals.grand} size="amount" />
        <p>{t('summary.profitLine', { profit, percent: formatPercent(totals.profitPercent) })}</p>
      </Words>
      {menu}
    </StickyBar>
  );
}

const Words = styled.div({
  flex: 1,
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  '& > p': { ...type.caption, ...tabular, color: colors.muted },
});
