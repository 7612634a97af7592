import type { ProductSort } from '../../../entities/product/catalogue/types';
import { useText } from '../../../shared/i18n/useText';
import type { Column } from '../../../shared/ui/Table';

export const TEMPLATE = [
  'minmax(0, 3fr) minmax(5rem, 1fr) minmax(5.5rem, 1fr)',
  'minmax(7rem, 1.2fr) minmax(7rem, 1.2fr) minmax(4.25rem, 0.6fr) 6rem',
].join(' ');

/** The headings; that of the product brings back the order by title. */
export function useTypeColumns(sort: ProductSort, onSort: (sort: ProductSort) => void): readonly Column[] {
  const t = useText('catalogue');
  const direction = sort === 'default' ? 'ascending' : null;
  return [
    { id: 'product', label: t('list.product'), sort: { direction, onPress: () => onSort('default') } },
    { id: 'pieces', label: t('card.pieces'), end: true },
    { id: 'stock', label: t('card.stock'), end: true },
    { id: 'buyPrice', label: t('edit.buyPrice'), end: true },
    { id: 'sellPrice', label: t('edit.sellPrice'), end: true },
    { id: 'percent', label: t('card.percent'), end: true },
    { id: 'acts', label: t('list.acts'), labelHidden: true },
  ];
}
