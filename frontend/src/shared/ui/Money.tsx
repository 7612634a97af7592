import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { formatNumber } from '../lib/format';
import { isPersian } from '../lib/locale';
import { DASH } from '../lib/punctuation';
import { formatCompact, NBSP } from '../lib/units';
import { colors, rem, type } from '../theme/tokens';

interface MoneyProps {
  /** Whole tomans; null and undefined show a dash. */
  readonly amount: number | null | undefined;
  /** `amount` is the big quiet number; `inherit` takes the size around it. */
  readonly size?: 'inherit' | 'strong' | 'amount';
  /** ۱٫۲ میلیون */
  readonly compact?: boolean;
}

/** From this amount on the big number is smaller: in the bar of a phone it would hide its unit. */
const LONG = 100_000_000_000;

/** An amount in tomans with Persian digits; only below the big number the unit may take a line of its own. */
export function Money({ amount, size = 'inherit', compact = false }: MoneyProps): ReactElement {
  const t = useText('ui');
  // A sign at the front would turn number and unit around.
  const dir = isPersian() ? 'rtl' : 'ltr';
  if (amount === null || amount === undefined) return <Amount data-size={size}>{DASH}</Amount>;
  return (
    <Amount dir={dir} data-size={size} data-long={Math.abs(amount) >= LONG || undefined}>
      {compact ? formatCompact(amount) : formatNumber(amount)}
      <span>
        {size === 'amount' ? ' ' : NBSP}
        {t('toman')}
      </span>
    </Amount>
  );
}

const Amount = styled.bdi({
  // An amount that is wider than its place must stay readable.
  overflowWrap: 'break-word',
  '&[data-size="strong"]': { fontWeight: 700 },
  '&[data-size="amount"]': type.amount,
  '&[data-size="amount"][data-long]': type.heading,
  '&[data-size="amount"] > span': { fontSize: rem(13), fontWeight: 500, color: colors.muted },
});
