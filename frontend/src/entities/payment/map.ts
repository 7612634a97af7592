import type { WirePayment, WirePaymentDetails } from '../../shared/api/wire/billing.gen';
import { toPeriod } from '../subscription/map';
import type { Payment, PaymentDetails } from './types';

export const toPayment = ({ redirectUrl = null, paidAtS = null, ...same }: WirePayment): Payment => ({
  ...same,
  redirectUrl,
  paidAtS,
});

export const toPaymentDetails = ({ bought, ...wire }: WirePaymentDetails): PaymentDetails => ({
  ...toPayment(wire),
  bought: bought ? toPeriod(bought) : null,
});
