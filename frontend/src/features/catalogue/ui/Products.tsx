import styled from '@emotion/styled';
import { PackageOpen, SearchX } from 'lucide-react';
import { type ComponentType, type ReactElement, useCallback, useState } from 'react';
import { useCatalogueBrandsQuery, useProductsInfiniteQuery } from '../../../entities/product/catalogue/endpoints';
import type { CatalogueProduct, ProductFilter } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { ProductSkeletons } from '../../../entities/product/ui/ProductSkeletons';
import { type Pages, usePages } from '../../../shared/api/pages';
import { sentenceAndLines, useErrorToast } from '../../../shared/api/useErrorToast';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { PageBody } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Spinner } from '../../../shared/ui/Spinner';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { narrows } from '../model/filter';
import { notePlace, type Place } from '../model/place';
import { useResume } from '../model/useResume';
import { type FilterActions, Toolbar } from './Toolbar';

const TypeInfoSheet = lazyLayer(async () => (await import('../../../entities/product/ui/TypeInfoSheet')).TypeInfoSheet);

export interface ProductsProps extends FilterActions {
  readonly filter: ProductFilter;
  /** Where the list was left, when the seller comes back from a basket. */
  readonly from: Place | null;
  /** Renders one product, which may be edited in place. */
  readonly Card: ComponentType<CardProps>;
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
export function Products({ filter, from, Card, ...actions }: ProductsProps): ReactElement {
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
  return (
    <>
      <Toolbar
        filter={filter}
        brands={brands.data}
        progress={list.isFetching && list.items.length > 0 && !list.isFetchingMore}
        onTyping={refuse}
        onSearch={guarded(actions.onSearch)}
        onBrands={guarded(actions.onBrands)}
        onSort={guarded(actions.onSort)}
        onClear={guarded(actions.onClear)}
      />
      <Content>
        <Count role="status">{total > 0 && t('found', { number: formatNumber(total) })}</Count>
        <Cards list={list} from={from} Card={Card} onClear={actions.onClear} />
      </Content>
    </>
  );
}

type ProductPages = Pages<CatalogueProduct, ProductFilter>;

const failureOf = ({ failedMore }: ProductPages) => (failedMore ? 'catalogueMore' : 'catalogueFirst');

interface CardsProps extends Pick<ProductsProps, 'Card' | 'from'> {
  readonly list: ProductPages;
  readonly onClear: () => void;
}

function Cards({ list, from, Card, onClear }: CardsProps): ReactElement {
  const t = useText('catalogue');
  const wide = useMedia(WIDE);
  const { editingProductId } = useEditing();
  const { resuming, startAt, onStarted } = useResume(list, from);
  const [info, setInfo] = useState<{ typeId: string; title: string } | null>(null);
  const replacing = useSteadyLoading((list.isReplacing && list.items.length > 0) || resuming);
  const card = useCallback(
    (product: CatalogueProduct) => (
      <Card product={product} onInfo={(typeId) => setInfo({ typeId, title: product.title })} />
    ),
    [Card],
  );
  return (
    <Place>
      <Behind data-behind={replacing || undefined} inert={replacing}>
        <VirtualList
          label={t('title')}
          column={320}
          estimate={760}
          {...list}
          isReplacing={list.isFetching && list.items.length === 0}
          renderItem={card}
          total={list.totals?.['all']}
          pinnedId={editingProductId}
          onLoadMore={() => resuming || list.onLoadMore()}
          onSight={(first, last) => {
            list.onSight(first, last);
            const product = list.items[first];
            if (product && !resuming && startAt === null) notePlace({ pages: list.loaded, top: product.id });
          }}
          startId={startAt}
          onStarted={onStarted}
          covered={wide ? COVERED.wide : COVERED.phone}
          skeleton={<ProductSkeletons />}
          errorLines={list.error && sentenceAndLines(list.error, failureOf(list))}
          empty={
            narrows(list.loadedArg) ? (
              <EmptyState
                text={t('noMatch')}
                icon={<SearchX />}
                action={<Button onClick={onClear}>{t('filters.clear')}</Button>}
              />
            ) : (
              <EmptyState text={t('empty')} icon={<PackageOpen />} />
            )
          }
        />
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
