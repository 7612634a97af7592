import styled from '@emotion/styled';
import { memo, type ReactElement, useMemo } from 'react';
import { hasChanges } from '../../../entities/order/edit/changes';
import { isEditable, statusTone } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { isLost } from '../../../entities/write/edit';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { useLeaveQuestion } from '../../../shared/navigation/useLeaveQuestion';
import { space } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Code } from '../../../shared/ui/Code';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { useOrderQuery } from '../api/endpoints';
import { isNoteDirty, isUnsent } from '../model/draft';
import { useOrderDraft } from '../model/useOrderDraft';
import { OpenOrder, type OrderAddress } from './OpenOrder';
import { OrderSkeleton } from './OrderSkeleton';

export interface OrderPageProps extends OrderAddress {
  readonly customerId: string;
}

/** One order of a customer: its lines, notes and totals, and what may be done with it. */
export function OrderPage(props: OrderPageProps): ReactElement {
  const { customerId, orderId } = props;
  const t = useText('order');
  const { data, error, isFetching, refetch } = useOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  useErrorToast(error, 'list');
  // A failed read clears what was there.
  const order = error ? undefined : data;
  const { draft, actions } = useOrderDraft(orderId, isFetching ? undefined : order);
  const online = useOnline();
  // What was just changed goes on its way when the page is left. Asked about is what cannot.
  const stuck = isLost(draft) || draft.conflict !== null || (!online && hasChanges(draft));
  const leave = useMemo(() => t('leave', { returnObjects: true }), [t]);
  useLeaveQuestion({ ...leave, asks: stuck || isNoteDirty(draft), onUnload: isUnsent(draft) });
  const loading = useSteadyLoading(isFetching && !order);
  return (
    <Frame>
      <Head order={order} customerId={customerId} progress={(isFetching && order !== undefined) || draft.sending} />
      {error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
      {loading && !order && !error && <OrderSkeleton />}
      {order && <OpenOrder {...props} order={order} draft={draft} actions={actions} />}
    </Frame>
  );
}

interface HeadProps {
  readonly order: Order | undefined;
  readonly customerId: string;
  readonly progress: boolean;
}

/** No key changes it. */
const Head = memo(function Head({ order, customerId, progress }: HeadProps): ReactElement {
  const t = useText('order');
  const editing = order !== undefined && isEditable(order.status);
  return (
    <PageHeader
      title={t('title')}
      subtitle={order && <Code>{order.code}</Code>}
      actions={order && <Standing order={order} />}
      backTo={paths.customerOrders.href(customerId)}
      closeTo={paths.home.href()}
      tone={editing ? 'warning' : 'default'}
      progress={progress}
    />
  );
});

function Standing({ order: { status, reopened } }: { readonly order: Order }): ReactElement {
  const t = useText('order');
  if (!isEditable(status)) return <Standings>{dot(status, t(`status.${status}`))}</Standings>;
  return <Standings>{dot('open', t(reopened ? 'reopened' : 'editing'))}</Standings>;
}

const dot = (status: Order['status'], words: string): ReactElement => (
  <StatusDot tone={statusTone[status]}>{words}</StatusDot>
);

const Standings = styled.span({ flex: 'none', paddingInline: space(2) });

const Frame = styled.div({ display: 'flex', flexDirection: 'column', minBlockSize: '100dvh' });
