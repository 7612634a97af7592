import styled from '@emotion/styled';
import { type ReactElement, useMemo } from 'react';
import type { AskedFilter, PickerFilter } from '../../../entities/goods/filter';
import type { Basket } from '../../../entities/goods/ui/GoodsRow';
import { PickerBar } from '../../../entities/goods/ui/PickerBar';
import { PickerShelf } from '../../../entities/goods/ui/PickerShelf';
import { usePicker } from '../../../entities/goods/ui/usePicker';
import { asAppError } from '../../../shared/api/appError';
import { CONFLICT } from '../../../shared/api/httpStatus';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { joined } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { media, query } from '../../../shared/theme/media';
import { space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody, PageColumn, Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Notice } from '../../../shared/ui/Notice';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { useOrderQuoteQuery } from '../api/endpoints';
import { bodyOf, quantityOf } from '../model/draft';
import { useTaking } from '../model/useTaking';
import { RepeatLast } from './RepeatLast';
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
  const { customerId } = props;
  const t = useText('taking');
  const { taking, placing, actions } = useTaking(customerId, props.onPlaced);
  const { lines, sending } = useStore(taking);
  const picker = usePicker(customerId, props.filter, props.onFilter);
  const { guide, gone } = picker;
  // The quote of no goods: what the seller requires, and whether the store takes orders.
  const nothing = useMemo(() => bodyOf(customerId, { lines: [], note: '' }), [customerId]);
  const required = useOrderQuoteQuery(nothing, fresh);
  const wide = useMedia(query.desktopUp);
  const storeOff = required.error !== undefined && asAppError(required.error).status === CONFLICT;
  const minimums = required.data?.missing;
  const customer = guide.data?.customer;
  const frozen = sending !== null;
  const { setQuantity, refresh, repeat } = actions;
  const basket: Basket = useMemo(
    () => ({ quantityOf: (typeId) => quantityOf(lines, typeId), frozen, onQuantity: setQuantity }),
    [lines, frozen, setQuantity],
  );
  const taken = { customerId, taking, placing, actions, minimums };
  return (
    <PageColumn>
      <PageHeader
        title={t('title')}
        subtitle={customer && joined(customer.title, customer.shopName)}
        backTo={paths.customerOrders.href(customerId)}
        closeTo={paths.home.href()}
        progress={guide.isFetching && guide.data !== undefined}
      >
        {!gone && <PickerBar picker={picker} />}
      </PageHeader>
      <Content>
        <Columns>
          <Stack gap={3}>
            {storeOff && required.error && (
              <Notice tone="warning" lines={asAppError(required.error).lines}>
                <p>{t('closed')}</p>
              </Notice>
            )}
            {gone && guide.error ? (
              <FailedRead error={guide.error} isFetching={guide.isFetching} refetch={guide.refetch} />
            ) : (
              <PickerShelf
                picker={picker}
                basket={basket}
                onRead={refresh}
                head={guide.data && <RepeatLast goods={guide.data.goods} onRepeat={repeat} />}
              />
            )}
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
    </PageColumn>
  );
}

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
