import styled from '@emotion/styled';
import { memo, type ReactElement } from 'react';
import { isEditable, statusTone } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { space } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Code } from '../../../shared/ui/Code';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageColumn } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { useOrderOnPage } from '../model/useOrderOnPage';
import { OpenOrder, type OrderAddress } from './OpenOrder';
import { OrderSkeleton } from './OrderSkeleton';

/** One order of a customer: its lines, notes, totals and actions. */
export function OrderPage(props: OrderAddress): ReactElement {
  const { customerId, orderId } = props;
  const { order, error, isFetching, refetch, loading, progress, draft, actions } = useOrderOnPage(customerId, orderId);
  return (
    <PageColumn>
      <Head order={order} customerId={customerId} progress={progress} />
      {error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
      {loading && <OrderSkeleton />}
      {order && <OpenOrder {...props} order={order} draft={draft} actions={actions} />}
    </PageColumn>
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
