import styled from '@emotion/styled';
import { PackageOpen, SearchX } from 'lucide-react';
import { type ComponentType, lazy, memo, type ReactElement, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCatalogueBrandsQuery } from '../../../entities/product/catalogue/endpoints';
import type { CatalogueProduct, ProductFilter } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { EndMarker } from '../../../shared/ui/EndMarker';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { PageBody } from '../../../shared/ui/Layout';
import { Spinner } from '../../../shared/ui/Spinner';
import { narrows } from '../model/filter';
import { notePlace, type Place } from '../model/place';
import { failureLines, useLoadToast } from '../model/useLoadToast';
import { type ProductListState, useProductList } from '../model/useProductList';
import { useResume } from '../model/useResume';
import { ProductList } from './ProductList';
import { ProductSkeletons } from './ProductSkeletons';
import { type FilterActions, Toolbar } from './Toolbar';

const TypeInfoSheet = lazy(async () => ({
  default: (await import('../../../entities/product/ui/TypeInfoSheet')).TypeInfoSheet,
}));

export interface ProductsProps extends FilterActions {
  readonly filter: ProductFilter;
  /** Where to go on, for who comes back from a basket. */
  readonly from: Place | null;
  /** One product, which may be edited where it stands. */
  readonly Card: ComponentType<CardProps>;
}

export interface CardProps {
  readonly product: CatalogueProduct;
  readonly onInfo: (typeId: string) => void;
}

const TWO_COLUMNS = '(min-width: 720px)';
const THREE_COLUMNS = '(min-width: 1200px)';
/** px that the sticky bar covers: on phones its search stands above its menus. */
const COVERED = { phone: 120, wide: 72 } as const;

/** Search, filters and the list. */
export function Products({ filter, from, Card, ...actions }: ProductsProps): ReactElement {
  const list = useProductList(filter);
  const brands = useCatalogueBrandsQuery(undefined);
  const { refuse } = useEditing();
  const { t } = useTranslation('catalogue');
  useLoadToast(list.error, list.failed);
  useLoadToast(brands.error, 'catalogueInfo');
  // A filter would take the product away whose editor is open.
  const guarded =
    <Value extends unknown[]>(act: (...values: Value) => void) =>
    (...values: Value): void => {
      if (!refuse()) act(...values);
    };
  return (
    <>
      <Toolbar
        filter={filter}
        brands={brands.data}
        progress={list.fetching && list.products.length > 0 && !list.fetchingMore}
        onTyping={refuse}
        onSearch={guarded(actions.onSearch)}
        onBrands={guarded(actions.onBrands)}
        onSort={guarded(actions.onSort)}
        onClear={guarded(actions.onClear)}
      />
      <Body>
        <Count role="status">
          {list.total !== undefined && list.total > 0 && t('found', { number: formatNumber(list.total) })}
        </Count>
        <Found list={list} from={from} Card={Card} onClear={actions.onClear} />
      </Body>
    </>
  );
}

interface FoundProps extends Pick<ProductsProps, 'Card'> {
  readonly list: ProductListState;
  readonly from: Place | null;
  readonly onClear: () => void;
}

function Found({ list, from, Card, onClear }: FoundProps): ReactElement {
  const { t } = useTranslation('catalogue');
  const columns = useColumns();
  const { editingProductId } = useEditing();
  const { resuming, startAt, onStarted } = useResume(list, from);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { products } = list;
  const first = useSteadyLoading(list.fetching && products.length === 0);
  const replacing = useSteadyLoading((list.replacing && products.length > 0) || resuming);

  if (first) return <ProductSkeletons columns={columns} count={columns * 2} />;
  if (products.length === 0) {
    if (list.fetching) return <Coming aria-hidden />;
    if (list.error) return <ErrorState lines={failureLines(list.error, list.failed)} onRetry={list.retry} />;
    return narrows(list.shown) ? (
      <EmptyState
        text={t('noMatch')}
        icon={<SearchX strokeWidth={1} />}
        action={<Button onClick={onClear}>{t('filters.clear')}</Button>}
      />
    ) : (
      <EmptyState text={t('empty')} icon={<PackageOpen strokeWidth={1} />} />
    );
  }
  return (
    <Place>
      <Behind data-behind={replacing || undefined} inert={replacing}>
        <ProductList
          label={t('title')}
          name={JSON.stringify([list.shown, columns])}
          products={products}
          total={list.total ?? -1}
          columns={columns}
          busy={list.fetching}
          editing={editingProductId}
          ready={list.hasMore && !list.fetching && !list.error && !resuming}
          onLoadMore={() => void list.loadMore()}
          onTop={(top) => {
            if (!resuming && startAt === null) notePlace({ pages: list.pages, top });
          }}
          startAt={startAt}
          onStarted={onStarted}
          covered={columns === 1 ? COVERED.phone : COVERED.wide}
          renderItem={(product) => <Entry Card={Card} product={product} onInfo={setAsked} />}
        />
        <Tail list={list} columns={columns} />
      </Behind>
      {replacing && (
        <Overlay role="status">
          <span>
            <Spinner size={24} />
            {t('replacing')}
          </span>
        </Overlay>
      )}
      <Suspense fallback={null}>{asked && <TypeInfoSheet {...asked} onClose={() => setAsked(null)} />}</Suspense>
    </Place>
  );
}

/** A type of which there is more to know. */
interface Asked {
  readonly typeId: string;
  readonly title: string;
}

interface EntryProps extends Pick<ProductsProps, 'Card'> {
  readonly product: CatalogueProduct;
  readonly onInfo: (asked: Asked) => void;
}

/** Drawn again when its product changes, not whenever the list scrolls. */
const Entry = memo(function Entry({ Card, product, onInfo }: EntryProps): ReactElement {
  return <Card product={product} onInfo={(typeId) => onInfo({ typeId, title: product.title })} />;
});

function Tail({ list, columns }: { readonly list: ProductListState; readonly columns: number }): ReactElement {
  const slow = useSteadyLoading(list.fetchingMore);
  if (list.error) return <ErrorState lines={failureLines(list.error, list.failed)} onRetry={list.retry} />;
  if (!list.hasMore && !list.fetching) return <EndMarker />;
  return <Coming>{slow && <ProductSkeletons columns={columns} count={columns} />}</Coming>;
}

function useColumns(): number {
  const two = useMedia(TWO_COLUMNS);
  const three = useMedia(THREE_COLUMNS);
  if (three) return 3;
  return two ? 2 : 1;
}

/** Close to the bar that filters it. */
const Body = styled(PageBody)({ paddingBlockStart: space(1), [media.desktopUp]: { paddingBlockStart: space(1) } });

const Count = styled.p({ ...type.caption, minBlockSize: '22px', marginBlockEnd: space(2), color: colors.muted });

const Place = styled.div({ position: 'relative' });

const Behind = styled.div({
  [motion.allowed]: { transition: `opacity ${motion.fade}` },
  '&[data-behind]': { opacity: 0.4 },
});

/** Room for a moment, so that the page's end does not jump. */
const Coming = styled.div({ minBlockSize: '160px', paddingBlockStart: space(4) });

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
