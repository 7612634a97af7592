import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';

export interface StockTextProps {
  /** What can still be sold, in selling units. */
  readonly stock: number;
  /** With the number, not only the word. */
  readonly counted?: boolean;
  /** How many more are wanted than there are. */
  readonly missing?: number;
}

/** «موجود» or «ناموجود». */
export function StockText({ stock, counted = false, missing = 0 }: StockTextProps): ReactElement {
  const t = useText('product');
  const some = counted ? t('stock.count', { count: stock, number: formatNumber(stock) }) : t('stock.some');
  const tone = stock <= 0 ? 'danger' : missing > 0 ? 'warning' : 'success';
  return (
    <>
      <StatusDot tone={tone}>{stock <= 0 ? t('stock.none') : some}</StatusDot>
      {missing > 0 && <Missing>{t('stock.missing', { count: missing, number: formatNumber(missing) })}</Missing>}
    </>
  );
}

const Missing = styled.strong({ color: colors.warningText, marginInlineStart: space(3), fontWeight: 600 });
