import type { Payment } from './types';
import type { WirePayment } from './wire';

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
