import styled from '@emotion/styled';
import { type ReactElement, useMemo } from 'react';
import { useOrderGuideQuery } from '../../../entities/goods/endpoints';
import { type AskedFilter, isSearching, type PickerFilter } from '../../../entities/goods/filter';
import type { Basket } from '../../../entities/goods/ui/GoodsRow';
import { CatalogueList, GuideList, ShelfBar } from '../../../entities/goods/ui/Picker';
import { asAppError } from '../../../shared/api/appError';
import { CONFLICT, NOT_FOUND } from '../../../shared/api/httpStatus';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { joined } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { media, query } from '../../../shared/theme/media';
import { space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Notice } from '../../../shared/ui/Notice';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useOrderQuoteQuery } from '../api/endpoints';
import { bodyOf, quantityOf } from '../model/draft';
import { useTaking } from '../model/useTaking';
import { TakenActions } from './TakenActions';
import { TakenBar } from './TakenBar';
import { TakenOrder } from './TakenOrder';

const ReviewSheet = lazyLayer(async () => (await import('./ReviewSheet')).ReviewSheet);

interface TakeOrderPageProps {
  readonly customerId: string;
  readonly filter: AskedFilter;
  readonly onFilter: (part: Partial<PickerFilter>) => void;
  readonly reviewing: boolean;
  readonly onReview: () => void;
  readonly onReviewClose: () => void;
  /** The order is there. */
  readonly onPlaced: (orderId: string) => void;
}

const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

/** Taking an order from a customer: goods on one side, the order on the other or in a sheet. */
export function TakeOrderPage(props: TakeOrderPageProps): ReactElement {
  const { customerId, onFilter } = props;
  const t = useText('taking');
  const ofGoods = useText('goods');
  const { taking, placing, actions } = useTaking(customerId, props.onPlaced);
  const { lines, sending } = useStore(taking);
  const guide = useOrderGuideQuery(customerId, fresh);
  // The quote of no goods: what the seller requires, and whether the store takes orders.
  const nothing = useMemo(() => bodyOf(customerId, { lines: [], note: '' }), [customerId]);
  const required = useOrderQuoteQuery(nothing, fresh);
  const wide = useMedia(query.desktopUp);
  const goods = guide.data?.goods;
  const filter: PickerFilter = {
    ...props.filter,
    shelf: props.filter.shelf ?? (goods?.length === 0 ? 'all' : 'guide'),
  };
  const [typed, setTyped] = useSettledText(filter.search, (search) => onFilter({ search }));
  const habits = useMemo(() => new Map(goods?.map((one) => [one.typeId, one])), [goods]);
  const loading = useSteadyLoading(guide.isLoading);
  const storeOff = required.error !== undefined && asAppError(required.error).status === CONFLICT;
  const minimums = required.data?.missing;
  const gone = guide.error !== undefined && asAppError(guide.error).status === NOT_FOUND;
  const inGuide = filter.shelf === 'guide' && !isSearching(filter);
  const customer = guide.data?.customer;
  const frozen = sending !== null;
  const { setQuantity, refresh, repeat } = actions;
  const basket: Basket = useMemo(
    () => ({ quantityOf: (typeId) => quantityOf(lines, typeId), frozen, onQuantity: setQuantity }),
    [lines, frozen, setQuantity],
  );
  const shelf = { basket, onRead: refresh };
  const taken = { customerId, taking, placing, actions, minimums };
  return (
    <Frame>
      <PageHeader
        title={t('title')}
        subtitle={customer && joined(customer.title, customer.shopName)}
        backTo={paths.customerOrders.href(customerId)}
        closeTo={paths.home.href()}
        progress={guide.isFetching && guide.data !== undefined}
      >
        {!gone && (
          <Stack gap={2}>
            <SearchField label={ofGoods('search')} value={typed} onValueChange={setTyped} />
            <ShelfBar filter={filter} onFilter={onFilter} />
          </Stack>
        )}
      </PageHeader>
      <Content>
        <Columns>
          <Stack gap={3}>
            {storeOff && required.error && (
              <Notice tone="warning" lines={asAppError(required.error).lines}>
                <p>{t('closed')}</p>
              </Notice>
            )}
            {guide.error && (inGuide || gone) && (
              <FailedRead error={guide.error} isFetching={guide.isFetching} refetch={guide.refetch} />
            )}
            {inGuide && loading && <SkeletonCards layout="list" count={6} />}
            {inGuide && goods && !guide.error && <GuideList goods={goods} {...shelf} onRepeat={repeat} />}
            {!inGuide && !gone && <CatalogueList filter={filter} habits={habits} {...shelf} />}
          </Stack>
          {wide && !gone && (
            <Aside aria-label={t('review')}>
              <Paper as="section">
                <Title>{t('review')}</Title>
                <Scroll>
                  <TakenOrder {...taken} />
                </Scroll>
                <TakenActions {...taken} storeOff={storeOff} />
              </Paper>
            </Aside>
          )}
        </Columns>
      </Content>
      {!wide && !gone && <TakenBar taking={taking} minimums={minimums} onReview={props.onReview} />}
      {!wide && <ReviewSheet {...taken} storeOff={storeOff} isOpen={props.reviewing} onClose={props.onReviewClose} />}
    </Frame>
  );
}

const Frame = styled.div({ display: 'flex', flexDirection: 'column', minBlockSize: '100dvh' });

const Content = styled(PageBody)({ flex: 1, paddingBlockStart: space(2) });

const Columns = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space(6),
  alignItems: 'start',
  [media.desktopUp]: { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
});

// Under the header with its search and shelves.
const TOP = '176px';

const Aside = styled.aside({ position: 'sticky', insetBlockStart: `calc(var(--above, 0px) + ${TOP})` });

const Paper = styled(Card)({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  maxBlockSize: `calc(100dvh - ${TOP} - ${space(6)})`,
});

const Title = styled.h2(type.heading);

const Scroll = styled.div({ flex: 1, minBlockSize: 0, overflowY: 'auto', overscrollBehavior: 'contain' });
