import type { ReactElement } from 'react';
import { isKnown, useOrderSheetQuery } from '../../../../entities/order/sheet';
import type { AppError } from '../../../../shared/api/appError';
import { useSteadyLoading } from '../../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../../shared/i18n/useText';
import type { UrlDialogProps } from '../../../../shared/navigation/dialogs';
import { FailedRead } from '../../../../shared/ui/FailedRead';
import { ProgressLine } from '../../../../shared/ui/ProgressLine';
import { Sheet } from '../../../../shared/ui/Sheet';
import { DialogSkeleton } from '../../ui/OrderSkeleton';
import { OpenOrder } from './OpenOrder';

const UNKNOWN: AppError = { kind: 'contract', lines: [] };

/** An order above any page, for its seller and for an operator: who, what, how much, and what may be done with it. */
export function OrderDialog({ orderId, onClose, onOpen, onDeleted }: UrlDialogProps): ReactElement {
  const t = useText('order');
  const query = useOrderSheetQuery(orderId, { refetchOnMountOrArgChange: true });
  const { isFetching, refetch } = query;
  const data = query.data && isKnown(query.data) ? query.data : undefined;
  // Of a status that is new to this client nobody knows what may be done with the order.
  const error = query.error ?? (query.data && !data ? UNKNOWN : undefined);
  const loading = useSteadyLoading(isFetching && !data);
  return (
    <Sheet isOpen tall title={t('dialog.title')} width={960} onClose={onClose}>
      <ProgressLine active={isFetching && data !== undefined} />
      {data && (
        <OpenOrder
          order={data}
          // Of a copy that may be old by now: what is on the screen stays, and the failure is told beside it.
          readError={error}
          onPrint={() => onOpen('invoice', orderId)}
          onHistory={() => onOpen('history', orderId)}
          onDeleted={onDeleted}
        />
      )}
      {!data && error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
      {!data && !error && loading && <DialogSkeleton />}
    </Sheet>
  );
}
