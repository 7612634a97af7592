import styled from '@emotion/styled';
import { PackageOpen } from 'lucide-react';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linesOf, orderTotals, withQuantities } from '../../../entities/order/order.math';
import { isEditable, statusTone } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { TypeInfoSheet } from '../../../entities/product/ui/TypeInfoSheet';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useLeaveGuard } from '../../../shared/navigation/leaveGuard';
import { paths } from '../../../shared/navigation/paths';
import { media, query } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { useOrderQuery } from '../api/endpoints';
import { type Draft, isUnsent, quantityChanged } from '../model/draft.slice';
import type { OrderDispatch, OrderSync } from '../model/orderSync';
import { useLeaveQuestion } from '../model/useLeaveQuestion';
import { useOrderActions } from '../model/useOrderActions';
import { useOrderDraft } from '../model/useOrderDraft';
import { CustomerNote, SellerNote } from './Notes';
import { OrderMenu } from './OrderMenu';
import { OrderNotices } from './OrderNotices';
import { OrderQuestions } from './OrderQuestions';
import { OrderSkeleton } from './OrderSkeleton';
import { ProductCard } from './ProductCard';
import { Summary } from './Summary';
import { TotalBar } from './TotalBar';

export interface OrderPageProps {
  readonly customerId: string;
  readonly orderId: string;
  /** The type whose information is open. */
  readonly infoTypeId: string | null;
  readonly onInfo: (typeId: string) => void;
  readonly onInfoClose: () => void;
}

/** One order of a customer: its lines, notes and totals, and what may be done with it. */
export function OrderPage(props: OrderPageProps): ReactElement {
  const { customerId, orderId } = props;
  const { t } = useTranslation('order');
  const { draft, sync, dispatch } = useOrderDraft(orderId);
  const { data: order, error, isFetching, refetch } = useOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  useErrorToast(error, 'list');
  const loading = useSteadyLoading(isFetching && !order);
  const editing = order !== undefined && !error && isEditable(order.status, draft.unlocked);
  return (
    <Frame>
      <PageHeader
        title={t('title')}
        actions={order && !error && <Standing status={order.status} editing={editing} />}
        backTo={paths.customerOrders.href(customerId)}
        closeTo={paths.home.href()}
        tone={editing ? 'warning' : 'default'}
        progress={(isFetching && order !== undefined) || draft.sending}
      />
      {error && <ErrorState lines={errorLines(error, 'list')} busy={isFetching} onRetry={() => void refetch()} />}
      {loading && !order && !error && <OrderSkeleton />}
      {order && !error && (
        <OpenOrder {...props} order={order} editing={editing} draft={draft} sync={sync} dispatch={dispatch} />
      )}
    </Frame>
  );
}

function Standing({ status, editing }: { readonly status: Order['status']; readonly editing: boolean }): ReactElement {
  const { t } = useTranslation('order');
  return (
    <Standings>
      {editing ? (
        <StatusDot tone="warning">{t('editing')}</StatusDot>
      ) : (
        <StatusDot tone={statusTone[status]}>{t(`status.${status}`)}</StatusDot>
      )}
    </Standings>
  );
}

interface OpenOrderProps extends OrderPageProps {
  /** The server's copy. */
  readonly order: Order;
  readonly editing: boolean;
  readonly draft: Draft;
  readonly sync: OrderSync;
  readonly dispatch: OrderDispatch;
}

function OpenOrder({ order, editing, draft, sync, dispatch, ...page }: OpenOrderProps): ReactElement {
  const { orderId, infoTypeId, onInfo, onInfoClose } = page;
  const { t } = useTranslation('order');
  const wide = useMedia(query.desktopUp);
  const [noteDirty, setNoteDirty] = useState(false);
  const shown = useMemo(() => withQuantities(order, draft.changes), [order, draft.changes]);
  const totals = orderTotals(shown);
  const actions = useOrderActions(orderId, sync, dispatch);
  useLeaveGuard(useLeaveQuestion(isUnsent(draft) || noteDirty));

  const saveNote = useCallback((text: string) => sync.writeNote(text), [sync]);
  const menu = <OrderMenu status={order.status} editing={editing} onAsk={actions.ask} />;
  const infoLine = linesOf(shown.products).find(({ typeId }) => typeId === infoTypeId);
  const infoProduct = shown.products.find(({ lines }) => lines.some(({ typeId }) => typeId === infoTypeId));
  return (
    <>
      <Body>
        <Main>
          <OrderNotices draft={draft} sync={sync} dispatch={dispatch} />
          {shown.products.length === 0 && (
            <EmptyState text={t('empty')} icon={<PackageOpen size={64} strokeWidth={1} />} />
          )}
          {shown.products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              editing={editing}
              shortages={draft.shortages}
              onInfo={onInfo}
              onRemove={(of, line) => actions.askRemove('row', of, line)}
              onQuantity={(of, line, next) => {
                if (next === 0) actions.askRemove('delete', of, line);
                else dispatch(quantityChanged({ orderId, typeId: line.typeId, quantity: next }));
              }}
            />
          ))}
        </Main>
        <Side>
          {wide && <Summary totals={totals} taxRate={order.taxRate} actions={menu} />}
          <CustomerNote text={order.customerNote} />
          <SellerNote text={order.sellerNote} editing={editing} onDirty={setNoteDirty} onSave={saveNote} />
          {!wide && <Summary totals={totals} taxRate={order.taxRate} />}
        </Side>
      </Body>
      {!wide && <TotalBar totals={totals} menu={menu} />}
      <OrderQuestions actions={actions} grandTotal={totals.grand} />
      {infoLine && infoProduct && (
        <TypeInfoSheet typeId={infoLine.typeId} title={infoProduct.name} onClose={onInfoClose} />
      )}
    </>
  );
}

const Standings = styled.span({ flex: 'none', paddingInline: space(2) });

const Frame = styled.div({ display: 'flex', flexDirection: 'column', minBlockSize: '100dvh' });

const Body = styled(PageBody)({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  paddingBlockEnd: space(6),
  [media.desktopUp]: {
    flex: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 360px',
    alignItems: 'start',
    gap: space(6),
  },
});

const Main = styled(Stack)({ gap: space(4) });

const Side = styled(Stack)({
  gap: space(4),
  [media.desktopUp]: { position: 'sticky', insetBlockStart: '80px' },
});
