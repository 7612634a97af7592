import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { StatusDot } from '../../../shared/ui/Badge';

export interface StockTextProps {
  /** What can still be sold, in selling units. */
  readonly stock: number;
  /** With the number, not the word alone. */
  readonly counted?: boolean;
}

/** «موجود» or «ناموجود». */
export function StockText({ stock, counted = false }: StockTextProps): ReactElement {
  const t = useText('product');
  if (stock <= 0) return <StatusDot tone="danger">{t('stock.none')}</StatusDot>;
  return (
    <StatusDot tone="success">
      {counted ? t('stock.count', { count: stock, number: formatNumber(stock) }) : t('stock.some')}
    </StatusDot>
  );
}
