import type { WirePayment } from '../../shared/api/wire/billing.gen';
import type { Payment } from './types';

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
