import type { WirePayment, WirePaymentDetails } from '../../shared/api/wire/billing.gen';
import { toPeriod } from '../subscription/map';

/**
 * `amount` is in tomans, with VAT; `reference` is the bank's, and empty before it is paid. `cancelled`: failed because
 * the payer turned back, and nothing was taken. `createdAtS` and `paidAtS` are a Jalali day and time of Tehran.
 */
export const toPayment = ({ redirectUrl = null, paidAtS = null, ...same }: WirePayment) => ({
  ...same,
  /** Where it is paid; null when there is nothing to pay any more. */
  redirectUrl,
  paidAtS,
});

export const toPaymentDetails = ({ bought, ...wire }: WirePaymentDetails) => ({
  ...toPayment(wire),
  /** Null unless it is the payment of a plan and paid. */
  bought: bought ? toPeriod(bought) : null,
});
