import type { ReactElement } from 'react';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { StatusDot } from '../../../shared/ui/Badge';

interface StockLeftProps {
  readonly type: Pick<CatalogueType, 'stock' | 'lowStock'>;
  /** The number alone, where a heading says what it is. */
  readonly bare?: boolean;
}

/** What can still be sold of a type, and whether that is little. */
export function StockLeft({ type: { stock, lowStock }, bare = false }: StockLeftProps): ReactElement {
  const t = useText('product');
  const number = formatNumber(stock);
  const tone = stock <= 0 ? 'danger' : stock <= lowStock ? 'warning' : 'success';
  const some = bare ? number : t('stock.count', { count: stock, number });
  return <StatusDot tone={tone}>{stock <= 0 ? t('stock.none') : some}</StatusDot>;
}
