import styled from '@emotion/styled';
import { PackageOpen, RotateCcw, SearchX, Tag } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useMemo } from 'react';
import {
  useCatalogueBrandsQuery,
  useProductsInfiniteQuery,
  useUnitsQuery,
} from '../../../entities/product/catalogue/endpoints';
import type { ProductFilter } from '../../../entities/product/catalogue/types';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Jalali } from '../../../shared/ui/Jalali';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { OptionMenu } from '../../../shared/ui/OptionMenu';
import { Segmented } from '../../../shared/ui/Segmented';
import { toast } from '../../../shared/ui/Toast';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { dayOf, type Goods, type GuideGoods, goodsOf, type Habit, lastOrderOf } from '../api/map';
import type { Taking } from '../model/takenStore';
import type { TakingActions } from '../model/useTaking';
import { GoodsRow } from './GoodsRow';

/** Where goods are looked for: among what the customer buys, or in the whole catalogue. */
export const SHELVES = ['guide', 'all'] as const;
export type Shelf = (typeof SHELVES)[number];

export interface PickerFilter extends Pick<ProductFilter, 'search' | 'brands'> {
  readonly shelf: Shelf;
}

interface ShelfBarProps {
  readonly filter: PickerFilter;
  readonly onFilter: (part: Partial<PickerFilter>) => void;
}

/** Which shelf, and which brands of it. */
export function ShelfBar({ filter, onFilter }: ShelfBarProps): ReactElement {
  const t = useText('taking');
  const brands = useCatalogueBrandsQuery(undefined);
  return (
    <Inline gap={2} wrap>
      <Segmented
        label={t('shelf.label')}
        options={SHELVES.map((value) => ({ value, label: t(`shelf.${value}`) }))}
        value={isSearching(filter) ? 'all' : filter.shelf}
        onSelect={(shelf) => onFilter({ shelf, ...(shelf === 'guide' && { search: '', brands: [] }) })}
      />
      {brands.data && brands.data.length > 1 && (
        <OptionMenu
          label={t('brands')}
          icon={<Tag size={16} />}
          {...(filter.brands.length > 0 && {
            summary: t('brandsChosen', { count: filter.brands.length, number: formatNumber(filter.brands.length) }),
          })}
          options={brands.data.map(({ id, name }) => ({ value: id, label: name }))}
          selected={filter.brands}
          onChange={(chosen) => onFilter({ brands: chosen })}
          mode="multiple"
        />
      )}
    </Inline>
  );
}

export const isSearching = ({ search, brands }: PickerFilter): boolean => search !== '' || brands.length > 0;

interface ListProps {
  readonly taking: Taking;
  readonly actions: TakingActions;
}

const asItem = <T extends Goods>(goods: T) => ({ id: goods.typeId, goods });

/** What the customer buys, most often first. */
export function GuideList({
  goods,
  taking,
  actions,
}: ListProps & { readonly goods: readonly GuideGoods[] }): ReactElement {
  const { setQuantity, refresh } = actions;
  useEffect(() => refresh(goods), [refresh, goods]);
  const t = useText('taking');
  const ofUi = useText('ui');
  const items = useMemo(() => goods.map(asItem), [goods]);
  const last = useMemo(() => lastOrderOf(goods), [goods]);
  const row = useCallback(
    ({ goods: one }: { goods: GuideGoods }) => (
      <GoodsRow goods={one} habit={one} taking={taking} onQuantity={setQuantity} />
    ),
    [taking, setQuantity],
  );
  const repeat = (): void => {
    const back = actions.repeat(last);
    toast.success(t('repeated', { count: last.length, number: formatNumber(last.length) }), {
      about: 'repeated',
      action: { label: ofUi('undo'), onAction: back },
    });
  };
  const [first] = last;
  const day = first ? dayOf(first) : null;
  return (
    <Stack gap={3}>
      {day !== null && (
        <Inline justify="space-between" wrap gap={2}>
          <Button size="sm" variant="secondary" icon={<RotateCcw size={18} />} onClick={repeat}>
            {t('repeat', { count: last.length, number: formatNumber(last.length) })}
          </Button>
          <Day>
            <Jalali date={day} />
          </Day>
        </Inline>
      )}
      <VirtualList
        label={t('shelf.guide')}
        column={440}
        gap={GAP}
        estimate={ROW}
        items={items}
        renderItem={row}
        isFetching={false}
        empty={<EmptyState text={t('noGuide')} icon={<PackageOpen />} />}
      />
    </Stack>
  );
}

/** The catalogue, searched and filtered by the server. `habits`: what is known of what the customer buys. */
export function CatalogueList({
  filter,
  habits,
  taking,
  actions,
}: ListProps & { readonly filter: PickerFilter; readonly habits: ReadonlyMap<string, Habit> }): ReactElement {
  const t = useText('taking');
  const asked: ProductFilter = { search: filter.search, brands: filter.brands, sort: 'default' };
  const query = useProductsInfiniteQuery(asked, { refetchOnMountOrArgChange: true });
  const units = useUnitsQuery(undefined);
  const { setQuantity, refresh } = actions;
  const list = usePages(query, asked);
  const unitNames = useMemo(() => new Map(units.data?.map(({ id, name }) => [id, name])), [units.data]);
  // Each row with the place of its product among those that were read.
  const items = useMemo(
    () =>
      list.items.flatMap((product, place) => goodsOf(product, unitNames).map((goods) => ({ ...asItem(goods), place }))),
    [list.items, unitNames],
  );
  const row = useCallback(
    ({ goods }: { goods: Goods }) => (
      <GoodsRow goods={goods} habit={habits.get(goods.typeId)} taking={taking} onQuantity={setQuantity} />
    ),
    [habits, taking, setQuantity],
  );
  useEffect(() => {
    if (units.data) refresh(items.map(({ goods }) => goods));
  }, [refresh, items, units.data]);
  return (
    <VirtualList
      label={t('shelf.all')}
      column={440}
      gap={GAP}
      estimate={ROW}
      {...list}
      items={items}
      total={list.hasMore ? -1 : items.length}
      renderItem={row}
      name={`${filter.search}/${filter.brands.join()}`}
      onSight={(first, last) => list.onSight(items[first]?.place ?? 0, items[last]?.place ?? list.items.length)}
      errorLines={list.error && errorLines(list.error, 'list')}
      empty={
        isSearching(filter) ? (
          <EmptyState text={t('noMatch')} icon={<SearchX />} />
        ) : (
          <EmptyState text={t('noGoods')} icon={<PackageOpen />} />
        )
      }
    />
  );
}

/** px of a row, and between two. */
const ROW = 76;
const GAP = 8;

const Day = styled.span({ flex: 'none' });
