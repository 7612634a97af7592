import { lazyLayer } from '../../../shared/ui/lazyLayer';

/** How a payment ended, above the page that it leads back to; the code and texts load when they are needed. */
export const PaymentResult = lazyLayer(async () => (await import('./PaymentDialog')).PaymentDialog, 'payment');
