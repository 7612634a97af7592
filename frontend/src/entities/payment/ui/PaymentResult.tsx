import { lazyLayer } from '../../../shared/ui/lazyLayer';

/** What became of a payment, above the page that it leads back to; its code and texts come when it is needed. */
export const PaymentResult = lazyLayer(async () => (await import('./PaymentDialog')).PaymentDialog, 'payment');
