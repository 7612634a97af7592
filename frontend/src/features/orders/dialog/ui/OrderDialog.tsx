import type { ReactElement } from 'react';
import { isKnown, useOrderSheetQuery } from '../../../../entities/order/sheet';
import type { AppError } from '../../../../shared/api/appError';
import { useSteadyLoading } from '../../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../../shared/i18n/useText';
import type { UrlDialogProps } from '../../../../shared/navigation/dialogs';
import { FailedRead } from '../../../../shared/ui/FailedRead';
import { ProgressLine } from '../../../../shared/ui/ProgressLine';
import { Sheet } from '../../../../shared/ui/Sheet';
import { DialogSkeleton } from './DialogSkeleton';
import { OpenOrder } from './OpenOrder';

const UNKNOWN: AppError = { kind: 'contract', lines: [] };

/** The dialog of an order above any page, for its seller and for operators. */
export function OrderDialog({ orderId, onClose, onOpen, onDeleted }: UrlDialogProps): ReactElement {
  const t = useText('order');
  const query = useOrderSheetQuery(orderId, { refetchOnMountOrArgChange: true });
  const { isFetching, refetch } = query;
  const data = query.data && isKnown(query.data) ? query.data : undefined;
  // This client does not know what is allowed with a status that is new to it.
  const error = query.error ?? (query.data && !data ? UNKNOWN : undefined);
  const loading = useSteadyLoading(isFetching && !data);
  return (
    <Sheet isOpen tall title={t('dialog.title')} width={960} onClose={onClose}>
      <ProgressLine active={isFetching && data !== undefined} />
      {data && (
        <OpenOrder
          order={data}
          // A failed read leaves the old copy on the screen, with the error above it.
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
