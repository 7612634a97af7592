import styled from '@emotion/styled';
import { PackageOpen, RotateCcw, SearchX, Tag } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useMemo } from 'react';
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
import { useCatalogueBrandsQuery, useProductsInfiniteQuery, useUnitsQuery } from '../../product/catalogue/endpoints';
import type { ProductFilter } from '../../product/catalogue/types';
import { isSearching, type PickerFilter, SHELVES } from '../filter';
import { dayOf, type Goods, type GuideGoods, goodsOf, type Habit, lastOrderOf } from '../goods';
import { type Basket, GoodsRow } from './GoodsRow';

interface ShelfBarProps {
  readonly filter: PickerFilter;
  readonly onFilter: (part: Partial<PickerFilter>) => void;
}

/** Which shelf, and which brands of it. */
export function ShelfBar({ filter, onFilter }: ShelfBarProps): ReactElement {
  const t = useText('goods');
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

interface ListProps {
  readonly basket: Basket;
  /** Called with what is on the shelf, as it is today. */
  readonly onRead?: ((goods: readonly Goods[]) => void) | undefined;
}

/** What a row shows of the basket; the same for a row whose goods have not changed in it. */
const inBasket = ({ quantityOf, heldOf, ...basket }: Basket, { typeId }: Goods) => ({
  ...basket,
  quantity: quantityOf(typeId),
  held: heldOf ? heldOf(typeId) : 0,
});

const asItem = <T extends Goods>(goods: T) => ({ id: goods.typeId, goods });

interface GuideListProps extends ListProps {
  readonly goods: readonly GuideGoods[];
  /** Takes what the last order held, and returns the way back. Left out: it is not offered. */
  readonly onRepeat?: (last: readonly GuideGoods[]) => () => void;
}

/** What the customer buys, most often first. */
export function GuideList({ goods, basket, onRead, onRepeat }: GuideListProps): ReactElement {
  useEffect(() => onRead?.(goods), [onRead, goods]);
  const t = useText('goods');
  const ofUi = useText('ui');
  const items = useMemo(() => goods.map(asItem), [goods]);
  const last = useMemo(() => lastOrderOf(goods), [goods]);
  const row = useCallback(
    ({ goods: one }: { goods: GuideGoods }) => <GoodsRow goods={one} habit={one} {...inBasket(basket, one)} />,
    [basket],
  );
  const repeat = (take: NonNullable<typeof onRepeat>) => (): void => {
    const back = take(last);
    toast.success(t('repeated', { count: last.length, number: formatNumber(last.length) }), {
      about: 'repeated',
      action: { label: ofUi('undo'), onAction: back },
    });
  };
  const [first] = last;
  const day = first ? dayOf(first) : null;
  return (
    <Stack gap={3}>
      {day !== null && onRepeat && (
        <Inline justify="space-between" wrap gap={2}>
          <Button size="sm" variant="secondary" icon={<RotateCcw size={18} />} onClick={repeat(onRepeat)}>
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
  basket,
  onRead,
}: ListProps & { readonly filter: PickerFilter; readonly habits: ReadonlyMap<string, Habit> }): ReactElement {
  const t = useText('goods');
  const asked: ProductFilter = { search: filter.search, brands: filter.brands, sort: 'default' };
  const query = useProductsInfiniteQuery(asked, { refetchOnMountOrArgChange: true });
  const units = useUnitsQuery(undefined);
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
      <GoodsRow goods={goods} habit={habits.get(goods.typeId)} {...inBasket(basket, goods)} />
    ),
    [habits, basket],
  );
  useEffect(() => {
    if (units.data) onRead?.(items.map(({ goods }) => goods));
  }, [onRead, items, units.data]);
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
