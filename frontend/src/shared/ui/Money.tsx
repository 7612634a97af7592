import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { formatCompact, formatNumber, NBSP } from '../lib/format';
import { isPersian } from '../lib/locale';
import { colors, type } from '../theme/tokens';

export interface MoneyProps {
  /** Whole tomans; null and undefined show a dash. */
  readonly amount: number | null | undefined;
  /** `amount` is the big quiet number; `inherit` takes the size around it. */
  readonly size?: 'inherit' | 'strong' | 'amount';
  readonly unit?: boolean;
  /** ۱٫۲ میلیون */
  readonly compact?: boolean;
}

const DASH = '\u2014';

/** An amount in tomans with Persian digits; number and unit never break apart. */
export function Money({ amount, size = 'inherit', unit = true, compact = false }: MoneyProps): ReactElement {
  const t = useText('ui');
  // A sign at the front would turn number and unit around.
  const dir = isPersian() ? 'rtl' : 'ltr';
  if (amount === null || amount === undefined) return <Amount data-size={size}>{DASH}</Amount>;
  return (
    <Amount dir={dir} data-size={size}>
      {compact ? formatCompact(amount) : formatNumber(amount)}
      {unit && (
        <span>
          {NBSP}
          {t('toman')}
        </span>
      )}
    </Amount>
  );
}

const Amount = styled.bdi({
  whiteSpace: 'nowrap',
  '&[data-size="strong"]': { fontWeight: 700 },
  '&[data-size="amount"]': type.amount,
  '&[data-size="amount"] > span': { fontSize: '13px', fontWeight: 500, color: colors.muted },
});
