import styled from '@emotion/styled';
import { PackageOpen, SearchX } from 'lucide-react';
import { type ComponentType, type ReactElement, type ReactNode, useCallback, useState } from 'react';
import { useCatalogueBrandsQuery, useProductsInfiniteQuery } from '../../../entities/product/catalogue/endpoints';
import type { CatalogueProduct, ProductFilter, ProductSort } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { ProductSkeletons } from '../../../entities/product/ui/ProductSkeletons';
import { type Pages, usePages } from '../../../shared/api/pages';
import { sentenceAndLines, useErrorToast } from '../../../shared/api/useErrorToast';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { PageBody } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { Spinner } from '../../../shared/ui/Spinner';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { narrows } from '../model/filter';
import { notePlace, type Place } from '../model/place';
import { useResume } from '../model/useResume';
import type { ProductsView } from '../model/view';
import { type FilterActions, Toolbar, Tools } from './Toolbar';

const TypeInfoSheet = lazyLayer(async () => (await import('../../../entities/product/ui/TypeInfoSheet')).TypeInfoSheet);

export interface ProductsProps extends FilterActions {
  readonly filter: ProductFilter;
  /** Where the list was left, when the seller comes back from a basket. */
  readonly from: Place | null;
  /** Renders one product, which may be edited in place. */
  readonly Card: ComponentType<CardProps>;
  /** Renders the types of all products, to work with. */
  readonly List: ComponentType<ListProps>;
  readonly view: ProductsView;
  /** In the header, before the cross. */
  readonly actions?: ReactNode;
}

export interface ListProps {
  readonly list: ProductPages;
  readonly sort: ProductSort;
  readonly onSort: (sort: ProductSort) => void;
  /** The product to scroll to once. */
  readonly startId: string | null;
  readonly onStarted: () => void;
  /** Called with the indexes of the first and last product on the screen. */
  readonly onSight: (first: number, last: number) => void;
  readonly errorLines: readonly string[] | undefined;
  readonly empty: ReactNode;
  readonly onInfo: (typeId: string, title: string) => void;
}

export interface CardProps {
  readonly product: CatalogueProduct;
  readonly onInfo: (typeId: string) => void;
}

/** The search and the menus of the bar stand in one line. */
const WIDE = '(min-width: 600px)';
/** px that the sticky bar covers: on phones its search stands above its menus. */
const COVERED = { phone: 120, wide: 72 } as const;

/** Search, filters and the list. */
export function Products({ filter, from, Card, List, view, actions, ...on }: ProductsProps): ReactElement {
  const query = useProductsInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const list = usePages(query, filter);
  const brands = useCatalogueBrandsQuery(undefined);
  const { refuse } = useEditing();
  const t = useText('catalogue');
  useErrorToast(list.failedMore ? undefined : list.error, 'catalogueFirst', 'above');
  useErrorToast(list.failedMore ? list.error : undefined, 'catalogueMore', 'above');
  useErrorToast(brands.error, 'catalogueInfo', 'above');
  const total = list.totals?.['all'] ?? 0;
  // A filter would remove the product whose editor is open.
  const guarded =
    <Value extends unknown[]>(act: (...values: Value) => void) =>
    (...values: Value): void => {
      if (!refuse()) act(...values);
    };
  const progress = list.isFetching && list.items.length > 0 && !list.isFetchingMore;
  const found = <span role="status">{total > 0 && t('found', { number: formatNumber(total) })}</span>;
  const onSort = guarded(on.onSort);
  const tools = (
    <Tools
      filter={filter}
      brands={brands.data}
      onTyping={refuse}
      onSearch={guarded(on.onSearch)}
      onBrands={guarded(on.onBrands)}
      onSort={onSort}
      onStock={guarded(on.onStock)}
      onClear={guarded(on.onClear)}
    />
  );
  const home = paths.dashboard.href();
  return (
    <>
      {view === 'list' ? (
        <PageHeader
          title={t('title')}
          subtitle={found}
          backTo={home}
          closeTo={home}
          actions={actions}
          progress={progress}
        >
          {tools}
        </PageHeader>
      ) : (
        <Toolbar progress={progress}>{tools}</Toolbar>
      )}
      <Content>
        {view === 'cards' && <Count>{found}</Count>}
        <Cards
          list={list}
          from={from}
          Card={Card}
          List={view === 'list' ? List : null}
          sort={filter.sort}
          onSort={onSort}
          onClear={on.onClear}
        />
      </Content>
    </>
  );
}

type ProductPages = Pages<CatalogueProduct, ProductFilter>;

const failureOf = ({ failedMore }: ProductPages) => (failedMore ? 'catalogueMore' : 'catalogueFirst');

interface CardsProps extends Pick<ProductsProps, 'Card' | 'from' | 'onSort'> {
  readonly list: ProductPages;
  /** In the place of the cards. */
  readonly List: ComponentType<ListProps> | null;
  readonly sort: ProductSort;
  readonly onClear: () => void;
}

function Cards({ list, from, Card, List, sort, onSort, onClear }: CardsProps): ReactElement {
  const t = useText('catalogue');
  const ofUi = useText('ui');
  const wide = useMedia(WIDE);
  const { editingProductId } = useEditing();
  const { resuming, startAt, onStarted } = useResume(list, from);
  const [info, setInfo] = useState<{ typeId: string; title: string } | null>(null);
  const replacing = useSteadyLoading((list.isReplacing && list.items.length > 0) || resuming);
  const onInfo = useCallback((typeId: string, title: string) => setInfo({ typeId, title }), []);
  const card = useCallback(
    (product: CatalogueProduct) => <Card product={product} onInfo={(typeId) => onInfo(typeId, product.title)} />,
    [Card, onInfo],
  );
  const shared = {
    startId: startAt,
    onStarted,
    onSight: (first: number, last: number) => {
      list.onSight(first, last);
      const product = list.items[first];
      if (product && !resuming && startAt === null) notePlace({ pages: list.loaded, top: product.id });
    },
    errorLines: list.error && sentenceAndLines(list.error, failureOf(list)),
    empty: narrows(list.loadedArg) ? (
      <EmptyState
        text={t('noMatch')}
        icon={<SearchX />}
        action={<Button onClick={onClear}>{ofUi('clearFilters')}</Button>}
      />
    ) : (
      <EmptyState text={t('empty')} icon={<PackageOpen />} />
    ),
  };
  const pages = { ...list, onLoadMore: async () => (resuming ? undefined : list.onLoadMore()) };
  return (
    <Place>
      <Behind data-behind={replacing || undefined} inert={replacing}>
        {List ? (
          <List list={pages} sort={sort} onSort={onSort} {...shared} onInfo={onInfo} />
        ) : (
          <VirtualList
            label={t('title')}
            column={320}
            estimate={760}
            {...pages}
            isReplacing={list.isFetching && list.items.length === 0}
            renderItem={card}
            total={list.totals?.['all']}
            pinnedId={editingProductId}
            {...shared}
            covered={wide ? COVERED.wide : COVERED.phone}
            skeleton={<ProductSkeletons />}
          />
        )}
      </Behind>
      {replacing && (
        <Overlay role="status">
          <span>
            <Spinner size={24} />
            {t('replacing')}
          </span>
        </Overlay>
      )}
      {info && <TypeInfoSheet {...info} onClose={() => setInfo(null)} />}
    </Place>
  );
}

/** Close to the bar that filters it. */
const Content = styled(PageBody)({ paddingBlockStart: space(1), [media.desktopUp]: { paddingBlockStart: space(1) } });

const Count = styled.p({ ...type.caption, minBlockSize: '22px', marginBlockEnd: space(2), color: colors.muted });

const Place = styled.div({ position: 'relative' });

const Behind = styled.div({
  [motion.allowed]: { transition: `opacity ${motion.fade}` },
  '&[data-behind]': { opacity: 0.4 },
});

const Overlay = styled.div({
  position: 'absolute',
  inset: 0,
  '& > span': {
    ...type.label,
    position: 'sticky',
    insetBlockStart: '40dvh',
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    inlineSize: 'fit-content',
    marginInline: 'auto',
    marginBlockStart: space(14),
    paddingBlock: space(3),
    paddingInline: space(5),
    borderRadius: radius.full,
    backgroundColor: colors.raised,
    boxShadow: colors.shadow2,
    color: colors.brand,
  },
});
