import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import type { Agreed } from '../../../entities/order/calculator';
import type { OrderTotals } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent, withUnit } from '../../../shared/lib/units';
import { colors, type } from '../../../shared/theme/tokens';
import { Money } from '../../../shared/ui/Money';
import { StickyBar } from '../../../shared/ui/StickyBar';

interface TotalBarProps {
  readonly totals: OrderTotals;
  /** The totals are those before the last change, because only the server can calculate them. */
  readonly waiting: boolean;
  /** The agreement from the calculator, if there is one: its amount comes first, with the grand total below it. */
  readonly agreed: Agreed | null;
  /** Replaces the line about the profit. */
  readonly line?: string;
  /** At its end. */
  readonly children: ReactNode;
}

/** The grand total and what can be done, at the bottom within the thumb's reach. */
export function TotalBar({ totals, waiting, agreed, line, children }: TotalBarProps): ReactElement {
  const t = useText(['order', 'ui']);
  const tomans = (amount: number): string => withUnit(formatNumber(amount), t('ui:toman'));
  return (
    <StickyBar label={t(agreed ? 'summary.agreed' : 'summary.grand')}>
      <Words>
        {agreed && <p>{t('summary.agreed')}</p>}
        <Money amount={agreed ? agreed.payable : totals.grand} size="amount" />
        <p>
          {waiting && `${t('summary.waiting')} `}
          {agreed
            ? t('summary.grandLine', { amount: tomans(totals.grand) })
            : (line ??
              t('summary.profitLine', {
                profit: tomans(totals.profit),
                percent: formatPercent(totals.profitPercent),
              }))}
        </p>
      </Words>
      {children}
    </StickyBar>
  );
}

const Words = styled.div({
  flex: 1,
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  '& > p': { ...type.caption, color: colors.muted },
});
