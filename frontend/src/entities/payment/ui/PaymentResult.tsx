import { loadNamespaces } from '../../../shared/i18n/i18n';
import { lazyLayer } from '../../../shared/ui/lazyLayer';

/** What became of a payment, above the page that it leads back to; its code and texts come when it is needed. */
export const PaymentResult = lazyLayer(async () => {
  const [{ PaymentDialog }] = await Promise.all([import('./PaymentDialog'), loadNamespaces(['payment'])]);
  return PaymentDialog;
});
