import type { ComponentType, ReactElement, ReactNode } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { type DialogName, dialogsOf, type UrlDialogProps, useDialogs } from '../../shared/navigation/dialogs';
import { paths } from '../../shared/navigation/paths';
import { boundPath } from '../../shared/navigation/trail';
import { lazyLayer } from '../../shared/ui/lazyLayer';

/** Which dialog a name in the address opens. */
const dialogs = {
  order: lazyLayer<UrlDialogProps>(
    async () => (await import('../../features/orders/dialog/ui/OrderDialog')).OrderDialog,
    'order',
    'product',
  ),
  history: lazyLayer<UrlDialogProps>(
    async () => (await import('../../features/order-history/ui/HistorySheet')).HistorySheet,
    'orderHistory',
  ),
  invoice: lazyLayer<UrlDialogProps>(
    async () => (await import('../../features/invoice/ui/InvoiceDialog')).InvoiceDialog,
    'invoice',
  ),
} satisfies Record<DialogName, ComponentType<UrlDialogProps>>;

/**
 * The dialogs that the address names, above whatever page is open. They are nested, so that the lower one is drawn
 * first, whichever code arrives first.
 */
export function UrlDialogs(): ReactNode {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { openDialog, closeDialog } = useDialogs();

  const onDeleted = (name: DialogName, orderId: string): void => {
    // The answer may arrive after the page below the dialog was left.
    const page = matchPath(paths.order.route, boundPath() ?? '');
    if (page?.params.orderId !== orderId) closeDialog(name);
    else void navigate(paths.customerOrders.href(page.params.customerId ?? ''), { replace: true });
  };

  return dialogsOf(search).reduceRight<ReactElement | null>((above, { name, id }) => {
    const Dialog = dialogs[name];
    return (
      <Dialog
        key={`${name} ${id}`}
        orderId={id}
        onClose={() => closeDialog(name)}
        onOpen={openDialog}
        onDeleted={(orderId) => onDeleted(name, orderId)}
        above={above}
      />
    );
  }, null);
}
