import { type ReactElement, type ReactNode, Suspense } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { boundPath } from '../../shared/navigation/address';
import { type DialogName, dialogsOf, useDialogs } from '../../shared/navigation/dialogs';
import { paths } from '../../shared/navigation/paths';
import { DialogBoundary } from '../../shared/ui/DialogBoundary';
import { FailedDialog } from '../../shared/ui/FailedDialog';
import { type LazyDialog, lazyDialog } from './lazyDialog';

/** Which dialog a name in the address opens. */
const makers: Record<DialogName, () => LazyDialog> = {
  order: () =>
    lazyDialog(
      async () => (await import('../../features/order-dialog/ui/OrderDialog')).OrderDialog,
      'orderDialog',
      'product',
    ),
  history: () =>
    lazyDialog(async () => (await import('../../features/order-history/ui/HistorySheet')).HistorySheet, 'orderHistory'),
  invoice: () =>
    lazyDialog(async () => (await import('../../features/invoice/ui/InvoiceDialog')).InvoiceDialog, 'invoice'),
};

const made = new Map<DialogName, LazyDialog>();

function dialogOf(name: DialogName): LazyDialog {
  const dialog = made.get(name) ?? makers[name]();
  made.set(name, dialog);
  return dialog;
}

/**
 * The dialogs of the address, above whatever page is open. Each stands inside the Suspense of the one below it: when
 * all are opened at once, the lower one's paper comes to the screen first whichever code arrives first.
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
    const Dialog = dialogOf(name);
    return (
      <DialogBoundary
        key={`${name} ${id}`}
        fallback={(error) => (
          <FailedDialog
            error={error}
            onClose={() => {
              // React keeps a failure for ever: the next opening asks for the code anew.
              made.delete(name);
              close(name);
            }}
          />
        )}
      >
        <Suspense fallback={null}>
          <Dialog
            orderId={id}
            onClose={() => {
              close(name);
            }}
            onOpen={open}
            onDeleted={(orderId) => {
              onDeleted(name, orderId);
            }}
          />
          {above}
        </Suspense>
      </DialogBoundary>
    );
  }, null);
}
