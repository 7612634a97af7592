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

/** One order of a customer: its lines, notes, totals and actions. */
export function OrderPage(props: OrderAddress): ReactElement {
  const { customerId, orderId } = props;
  const t = useText('order');
  const { data, error, isFetching, refetch } = useOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  useErrorToast(error, 'list');
  // After a failed read the old copy is not displayed.
  const order = error ? undefined : data;
  const { draft, actions } = useOrderDraft(orderId, isFetching ? undefined : order);
  const online = useOnline();
  // What was just changed is sent when the page is left. The user is asked only when it cannot be sent.
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

/** Not rendered again while the user types. */
const Head = memo(function MemoHead({ order, customerId, progress }: HeadProps): ReactElement {
  const t = useText('order');
  const editing = order !== undefined && isEditable(order.status);
  return (
    <PageHeader
      title={t('title')}
      subtitle={order && <Code>{order.code}</Code>}
      actions={order && <Status order={order} />}
      backTo={paths.customerOrders.href(customerId)}
      closeTo={paths.home.href()}
      tone={editing ? 'warning' : 'default'}
      progress={progress}
    />
  );
});

function Status({ order: { status, reopened } }: { readonly order: Order }): ReactElement {
  const t = useText('order');
  const text = isEditable(status) ? t(reopened ? 'reopened' : 'editing') : t(`status.${status}`);
  return (
    <StatusFrame>
      <StatusDot tone={statusTone[status]}>{text}</StatusDot>
    </StatusFrame>
  );
}

const StatusFrame = styled.span({ flex: 'none', paddingInline: space(2) });

const Frame = styled.div({ display: 'flex', flexDirection: 'column', minBlockSize: '100dvh' });
