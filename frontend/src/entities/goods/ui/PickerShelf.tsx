import { PackageOpen, SearchX } from 'lucide-react';
import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { Stack } from '../../../shared/ui/Layout';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { useProductsInfiniteQuery, useUnitsQuery } from '../../product/catalogue/endpoints';
import type { ProductFilter } from '../../product/catalogue/types';
import { isSearching, type PickerFilter } from '../filter';
import { type Goods, type GuideGoods, goodsOf, type Habit } from '../goods';
import { type Basket, GoodsRow } from './GoodsRow';
import type { Picker } from './usePicker';

interface ListProps {
  readonly basket: Basket;
  /** Called with what is on the shelf, as it is today. */
  readonly onRead?: ((goods: readonly Goods[]) => void) | undefined;
}

interface PickerShelfProps extends ListProps {
  readonly picker: Picker;
  /** Above what the customer buys. */
  readonly head?: ReactNode;
}

/** The goods of a picker. */
export function PickerShelf({ picker, head, ...list }: PickerShelfProps): ReactElement {
  const { guide, inGuide, filter, habits } = picker;
  const loading = useSteadyLoading(guide.isLoading);
  if (!inGuide) return <CatalogueList filter={filter} habits={habits} {...list} />;
  if (guide.error) return <FailedRead error={guide.error} isFetching={guide.isFetching} refetch={guide.refetch} />;
  if (guide.data) return <GuideList goods={guide.data.goods} {...list} head={head} />;
  return <>{loading && <SkeletonCards layout="list" count={6} />}</>;
}

/** What a row shows of the basket; the same for a row whose goods have not changed in it. */
const inBasket = ({ quantityOf, stockOf, ...basket }: Basket, { typeId, stock }: Goods) => ({
  ...basket,
  quantity: quantityOf(typeId),
  stock: stockOf?.(typeId) ?? stock,
});

const asItem = <T extends Goods>(goods: T) => ({ id: goods.typeId, goods });

interface GuideListProps extends ListProps {
  readonly goods: readonly GuideGoods[];
  readonly head: ReactNode;
}

/** What the customer buys, most often first. */
function GuideList({ goods, basket, onRead, head }: GuideListProps): ReactElement {
  useEffect(() => onRead?.(goods), [onRead, goods]);
  const t = useText('goods');
  const items = useMemo(() => goods.map(asItem), [goods]);
  const row = useCallback(
    ({ goods: one }: { goods: GuideGoods }) => <GoodsRow goods={one} habit={one} {...inBasket(basket, one)} />,
    [basket],
  );
  return (
    <Stack gap={3}>
      {head}
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
function CatalogueList({
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
