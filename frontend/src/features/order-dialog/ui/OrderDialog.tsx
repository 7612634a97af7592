import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { errorLines } from '../../../shared/api/errorLines';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import type { UrlDialogProps } from '../../../shared/navigation/dialogs';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { Sheet } from '../../../shared/ui/Sheet';
import { useFullOrderQuery } from '../api/endpoints';
import { DialogSkeleton } from './DialogSkeleton';
import { OpenOrder } from './OpenOrder';

/** An order above any page, for its seller and for an operator: who, what, how much, and what may be done with it. */
export function OrderDialog({ orderId, onClose, onOpen, onDeleted }: UrlDialogProps): ReactElement {
  const { t } = useTranslation('orderDialog');
  const { data, error, isFetching, refetch } = useFullOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(isFetching && !data);
  return (
    <Sheet isOpen tall title={t('title')} width={960} onClose={onClose}>
      <ProgressLine active={isFetching && data !== undefined} />
      {data && (
        <OpenOrder
          order={data}
          // Of a copy that may be old by now: what is on the screen stays, and the failure is told beside it.
          readError={error}
          reload={refetch}
          onPrint={() => {
            onOpen('invoice', orderId);
          }}
          onHistory={() => {
            onOpen('history', orderId);
          }}
          onDeleted={onDeleted}
        />
      )}
      {!data && error && (
        <ErrorState lines={errorLines(error, 'list')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && loading && <DialogSkeleton />}
    </Sheet>
  );
}
