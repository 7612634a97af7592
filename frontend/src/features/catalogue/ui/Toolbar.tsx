import styled from '@emotion/styled';
import { ArrowDownUp, PackageSearch, Tag } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { CatalogueBrand } from '../../../entities/product/catalogue/map';
import {
  type ProductFilter,
  type ProductSort,
  SORTS,
  STOCKS,
  type StockFilter,
} from '../../../entities/product/catalogue/types';
import { useScrolled } from '../../../shared/hooks/useScrolled';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { container, media } from '../../../shared/theme/media';
import { colors, layer, motion, space } from '../../../shared/theme/tokens';
import { type FilterChip, FilterChips } from '../../../shared/ui/FilterChips';
import { iconOnPhone } from '../../../shared/ui/iconOnPhone';
import { OptionMenu } from '../../../shared/ui/OptionMenu';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { SearchField } from '../../../shared/ui/SearchField';

export interface FilterActions {
  readonly onSearch: (search: string) => void;
  readonly onBrands: (brands: readonly string[]) => void;
  readonly onSort: (sort: ProductSort) => void;
  readonly onStock: (stock: StockFilter | undefined) => void;
  /** Removes all filters and sets the default order. */
  readonly onClear: () => void;
}

interface ToolsProps extends FilterActions {
  readonly filter: ProductFilter;
  /** Undefined until they are known. */
  readonly brands: readonly CatalogueBrand[] | undefined;
  /** Called with every key; true refuses it. */
  readonly onTyping: () => boolean;
}

/** The menu's first entry: no brand is chosen. */
const ALL = 'all';

/** Search, order, brands and stock above the list. */
export function Tools(props: ToolsProps): ReactElement {
  const { filter, brands = [], onSearch, onBrands, onSort, onStock, onTyping } = props;
  const t = useText('catalogue');
  const [typed, setTyped] = useSettledText(filter.search, onSearch);
  const nameOf = (id: string): string => brands.find((brand) => brand.id === id)?.name ?? t('filters.unknownBrand');
  const chosen = filter.brands.length === 1 ? nameOf(filter.brands[0] ?? '') : undefined;
  const choose = (selected: readonly string[]): void => {
    const all = selected.includes(ALL) && filter.brands.length > 0;
    onBrands(all ? [] : selected.filter((id) => id !== ALL));
  };
  return (
    <Inside>
      <Finder>
        <SearchField
          label={t('filters.search')}
          value={typed}
          onValueChange={(text) => !onTyping() && setTyped(text)}
        />
        <OptionMenu
          label={t('filters.sort')}
          summary={t(`sorts.${filter.sort}`)}
          icon={<ArrowDownUp size={18} />}
          mode="single"
          filled={filter.sort !== 'default'}
          options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          selected={[filter.sort]}
          onChange={([sort]) => sort && onSort(sort)}
        />
      </Finder>
      <Menus role="group" aria-label={t('filters.label')}>
        <OptionMenu
          label={t('filters.brand')}
          summary={
            filter.brands.length === 0
              ? t('filters.allProducts')
              : (chosen ?? t('filters.brandCount', { number: formatNumber(filter.brands.length) }))
          }
          icon={<Tag size={18} />}
          mode="multiple"
          filled={filter.brands.length > 0}
          options={[
            { value: ALL, label: t('filters.allProducts') },
            ...brands.map(({ id, name, count }) => ({
              value: id,
              label: t('filters.brandOption', { name, number: formatNumber(count) }),
            })),
          ]}
          selected={filter.brands.length === 0 ? [ALL] : filter.brands}
          onChange={choose}
        />
        <OptionMenu
          label={t('filters.stock')}
          summary={t(`stocks.${filter.stock ?? 'any'}`)}
          icon={<PackageSearch size={18} />}
          mode="single"
          filled={filter.stock !== undefined}
          options={(['any', ...STOCKS] as const).map((value) => ({ value, label: t(`stocks.${value}`) }))}
          selected={[filter.stock ?? 'any']}
          onChange={([stock]) => onStock(stock === 'any' ? undefined : stock)}
        />
      </Menus>
      <FilterChips chips={chipsOf(props, nameOf, t)} onClear={props.onClear} />
    </Inside>
  );
}

/** What stays in sight while the list scrolls. */
export function Toolbar(props: { readonly progress: boolean; readonly children: ReactNode }): ReactElement {
  const stuck = useScrolled();
  return (
    <Bar data-stuck={stuck || undefined}>
      {props.children}
      <ProgressLine active={props.progress} />
    </Bar>
  );
}

type Translate = ReturnType<typeof useText<'catalogue'>>;

function chipsOf(props: ToolsProps, nameOf: (id: string) => string, t: Translate): readonly FilterChip[] {
  const { filter, onSearch, onBrands, onSort, onStock } = props;
  const search =
    filter.search === ''
      ? []
      : [{ id: 'search', name: t('filters.searched', { text: filter.search }), onRemove: () => onSearch('') }];
  const brands = filter.brands.map((id) => ({
    id,
    name: nameOf(id),
    onRemove: () => onBrands(filter.brands.filter((other) => other !== id)),
  }));
  const stock =
    filter.stock === undefined
      ? []
      : [{ id: 'stock', name: t(`stocks.${filter.stock}`), onRemove: () => onStock(undefined) }];
  const sort =
    filter.sort === 'default'
      ? []
      : [{ id: 'sort', name: t(`sorts.${filter.sort}`), onRemove: () => onSort('default') }];
  return [...search, ...brands, ...stock, ...sort];
}

const Bar = styled.div({
  position: 'sticky',
  insetBlockStart: 'var(--above, 0px)',
  zIndex: layer.header,
  backgroundColor: colors.bg,
  borderBlockEnd: '1px solid transparent',
  paddingBlock: `calc(${space(2)} + env(safe-area-inset-top)) ${space(2)}`,
  paddingInline: space(4),
  transition: `background-color ${motion.fade}, border-color ${motion.fade}`,
  '&[data-stuck]': { backgroundColor: colors.surface, borderBlockEndColor: colors.line },
  [media.desktopUp]: { paddingInline: space(8) },
  [media.short]: { position: 'static' },
});

const Inside = styled.div({
  display: 'grid',
  gap: space(2),
  inlineSize: '100%',
  maxInlineSize: `calc(${container.list} - 2 * ${space(8)})`,
  marginInline: 'auto',
  '& > *': { minInlineSize: 0 },
  [media.tabletUp]: { gridTemplateColumns: 'minmax(0, 1fr) auto', '& > ul': { gridColumn: '1 / -1' } },
});

const Finder = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space(2),
  ...iconOnPhone,
});

/** Side by side, and as wide as the search above them on phones. */
const Menus = styled.div({
  display: 'flex',
  gap: space(2),
  '& > button': { flex: '1 1 0', minInlineSize: 0, justifyContent: 'center' },
  [media.tabletUp]: { alignItems: 'center', '& > button': { flex: 'none' } },
});
