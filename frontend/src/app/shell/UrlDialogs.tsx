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
 * The dialogs of the address, above whatever page is open. Each stands above the one below it: when all are opened at
 * once, the lower one's paper comes to the screen first whichever code arrives first.
 */
export function UrlDialogs(): ReactNode {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { open, close } = useDialogs();

  const onDeleted = (name: DialogName, orderId: string): void => {
    // The answer may come when the page that the dialog lay on was left already.
    const page = matchPath(paths.order.route, boundPath() ?? '');
    if (page?.params.orderId !== orderId) close(name);
    else void navigate(paths.customerOrders.href(page.params.customerId ?? ''), { replace: true });
  };

  return dialogsOf(search).reduceRight<ReactElement | null>((above, { name, id }) => {
    const Dialog = dialogs[name];
    return (
      <Dialog
        key={`${name} ${id}`}
        orderId={id}
        onClose={() => close(name)}
        onOpen={open}
        onDeleted={(orderId) => onDeleted(name, orderId)}
        above={above}
      />
    );
  }, null);
}
