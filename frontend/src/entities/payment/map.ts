import type { WirePayment, WirePaymentDetails } from '../../shared/api/wire/billing.gen';
import { toPeriod } from '../subscription/map';
import type { Payment, PaymentDetails } from './types';

export const toPayment = (wire: WirePayment): Payment => ({
  id: wire.id,
  purpose: wire.purpose,
  subjectId: wire.subjectId,
  amount: wire.amount,
  state: wire.state,
  cancelled: wire.cancelled,
  gatewayText: wire.gatewayText,
  reference: wire.reference,
  redirectUrl: wire.redirectUrl ?? null,
  createdAtS: wire.createdAtS,
  paidAtS: wire.paidAtS ?? null,
});

export const toPaymentDetails = ({ bought, ...wire }: WirePaymentDetails): PaymentDetails => ({
  ...toPayment(wire),
  bought: bought ? toPeriod(bought) : null,
});
