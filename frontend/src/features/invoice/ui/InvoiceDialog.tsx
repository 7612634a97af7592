import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useOrderSheetQuery } from '../../../entities/order/sheet';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { codeInText } from '../../../shared/lib/digits';
import type { UrlDialogProps } from '../../../shared/navigation/dialogs';
import { colors, space } from '../../../shared/theme/tokens';
import { Dialog } from '../../../shared/ui/Dialog';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { InvoiceSkeleton } from './InvoiceSkeleton';
import { OpenInvoice } from './OpenInvoice';

/** Seconds in which the paper reuses what the order's dialog has read. */
const FRESH_FOR = 30;

/** The printable invoice of one order, over the whole screen. */
export function InvoiceDialog({ orderId, onClose }: UrlDialogProps): ReactElement {
  const t = useText('invoice');
  const query = useOrderSheetQuery(orderId, { refetchOnMountOrArgChange: FRESH_FOR });
  const { data: order, error, isFetching, refetch } = query;
  useErrorToast(error, 'list');
  const loading = useSteadyLoading(isFetching && !order);
  const code = order?.code ?? '';
  const title = code === '' ? t('title') : t('titleOf', { code: codeInText(code) });

  const frame = (children: ReactNode, footer?: ReactNode): ReactElement => (
    <Dialog isOpen width="full" title={title} footer={footer} onClose={onClose} onBack={onClose}>
      <Ground>
        <ProgressLine active={isFetching && order !== undefined} />
        {children}
      </Ground>
    </Dialog>
  );

  // A failed refresh is reported above the paper, so that what the user has typed stays.
  if (order) {
    const problem = error ? errorLines(error, 'list') : null;
    return <OpenInvoice order={order} problem={problem} reload={refetch} frame={frame} />;
  }
  if (error) {
    return frame(<FailedRead error={error} isFetching={isFetching} refetch={refetch} />);
  }
  return frame(loading ? <InvoiceSkeleton /> : null);
}

/** The grey ground around the paper, up to the dialog's edges. */
const Ground = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  boxSizing: 'border-box',
  minBlockSize: `calc(100% + ${space(6)})`,
  marginInline: `-${space(5)}`,
  marginBlock: `-${space(1)} -${space(5)}`,
  padding: `${space(4)} ${space(3)} ${space(8)}`,
  backgroundColor: colors.sunken,
});
