import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, type } from '../../../shared/theme/tokens';
import type { Minimums } from '../model/draft';

/** What an order lacks of the seller's minimums; nothing when it lacks nothing. */
export function Lacking({ missing }: { readonly missing: Minimums }): ReactElement | null {
  const t = useText('taking');
  const { amount, packages } = missing;
  if (amount === 0 && packages === 0) return null;
  return (
    <Words>
      {amount > 0 && <span>{t('lacking.amount', { number: formatNumber(amount) })}</span>}
      {packages > 0 && <span>{t('lacking.packages', { count: packages, number: formatNumber(packages) })}</span>}
    </Words>
  );
}

const Words = styled.p({
  ...type.caption,
  flexBasis: '100%',
  display: 'flex',
  flexDirection: 'column',
  color: colors.warningText,
});
