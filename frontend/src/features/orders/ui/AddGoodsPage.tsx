import styled from '@emotion/styled';
import { type ReactElement, useMemo } from 'react';
import type { AskedFilter, PickerFilter } from '../../../entities/goods/filter';
import type { Goods } from '../../../entities/goods/goods';
import type { Basket } from '../../../entities/goods/ui/GoodsRow';
import { PickerBar } from '../../../entities/goods/ui/PickerBar';
import { PickerShelf } from '../../../entities/goods/ui/PickerShelf';
import { type Picker, usePicker } from '../../../entities/goods/ui/usePicker';
import { linesOf } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { joined } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { space } from '../../../shared/theme/tokens';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody, PageColumn, Stack } from '../../../shared/ui/Layout';
import { BackButton } from '../../../shared/ui/Link';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Notice } from '../../../shared/ui/Notice';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import type { Draft } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';
import { useEdited } from '../model/useEdited';
import { useOrderActions } from '../model/useOrderActions';
import { useOrderOnPage } from '../model/useOrderOnPage';
import { OrderConflict } from './OrderConflict';
import { OrderNotices } from './OrderNotices';
import { TotalBar } from './TotalBar';

const OrderQuestions = lazyLayer(async () => (await import('./OrderQuestions')).OrderQuestions);

interface AddGoodsPageProps {
  readonly customerId: string;
  readonly orderId: string;
  readonly filter: AskedFilter;
  readonly onFilter: (part: Partial<PickerFilter>) => void;
}

/** Picks goods into an order that is there: each press changes it as on its own page, with the same questions. */
export function AddGoodsPage({ customerId, orderId, filter, onFilter }: AddGoodsPageProps): ReactElement {
  const t = useText('order');
  const { order, error, isFetching, refetch, loading, progress, ...edit } = useOrderOnPage(customerId, orderId);
  const picker = usePicker(customerId, filter, onFilter);
  const customer = picker.guide.data?.customer;
  return (
    <PageColumn>
      <PageHeader
        title={t('adding.title')}
        subtitle={customer && joined(customer.title, customer.shopName)}
        backTo={paths.order.href(customerId, orderId)}
        closeTo={paths.home.href()}
        tone="warning"
        progress={progress}
      >
        {!error && <PickerBar picker={picker} />}
      </PageHeader>
      {order ? (
        <OpenPicker {...edit} customerId={customerId} orderId={orderId} order={order} picker={picker} />
      ) : (
        <Content>
          {error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
          {loading && <SkeletonCards layout="list" count={6} />}
        </Content>
      )}
    </PageColumn>
  );
}

interface OpenPickerProps {
  readonly customerId: string;
  readonly orderId: string;
  /** The server's copy. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
  readonly picker: Picker;
}

/** The goods, once the order is loaded. */
function OpenPicker({ customerId, orderId, order, draft, actions, picker }: OpenPickerProps): ReactElement {
  const t = useText('order');
  const { edited, totals, waiting, offline, editing } = useEdited(orderId, order, draft);
  const decisions = useOrderActions({ draft: actions });
  const { question } = decisions;
  const { onQuantity } = useSteadyActions({
    onQuantity: (goods: Goods, quantity: number): void => {
      const product = edited.products.find(({ lines }) => lines.some(({ typeId }) => typeId === goods.typeId));
      const line = product?.lines.find(({ typeId }) => typeId === goods.typeId);
      if (product && line) decisions.onQuantity(product, line, quantity);
      else if (quantity > 0) actions.pick(goods, quantity);
    },
  });
  const lines = linesOf(edited.products);
  const frozen = offline || !editing || draft.conflict !== null;
  const { checks } = actions;
  const basket: Basket = useMemo(() => {
    const taken = new Map(linesOf(edited.products).map((line) => [line.typeId, line]));
    return {
      quantityOf: (typeId) => taken.get(typeId)?.quantity ?? 0,
      stockOf: (typeId) => taken.get(typeId)?.stock ?? null,
      frozen,
      checks,
      onQuantity,
    };
  }, [edited.products, frozen, checks, onQuantity]);
  return (
    <>
      <Content>
        <Stack gap={3}>
          <OrderNotices
            order={order}
            draft={draft}
            actions={actions}
            frozen={offline ? t('offline.reason') : undefined}
          />
          {!editing && (
            <Notice tone="warning">
              <p>{t('adding.readOnly')}</p>
            </Notice>
          )}
          <PickerShelf picker={picker} basket={basket} />
        </Stack>
      </Content>
      <TotalBar
        totals={totals}
        waiting={waiting}
        agreed={null}
        line={t('adding.count', {
          count: lines.length,
          lines: formatNumber(lines.length),
          packages: formatNumber(totals.units),
        })}
      >
        <BackButton to={paths.order.href(customerId, orderId)}>{t('adding.back')}</BackButton>
      </TotalBar>
      {question && (
        <OrderQuestions
          {...decisions}
          question={question}
          onClose={decisions.close}
          grandTotal={totals.grand}
          waiting={t('summary.waiting')}
        />
      )}
      <OrderConflict order={order} draft={draft} actions={actions} waits={question !== null} />
    </>
  );
}

const Content = styled(PageBody)({ flex: 1, paddingBlockStart: space(2) });
