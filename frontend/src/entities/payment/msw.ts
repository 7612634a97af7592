import { HttpResponse, http } from 'msw';
import type { WirePaymentDetails } from '../../shared/api/wire/billing.gen';
import { wirePeriodIs } from '../subscription/msw';

export const PAYMENT_ID = '0190a0a0-0000-7000-8000-0000000000aa';

export const wirePaymentIs = (over: Partial<WirePaymentDetails> = {}): WirePaymentDetails => ({
  id: PAYMENT_ID,
  purpose: 'subscription',
  subjectId: 'm1',
  amount: 1_100_000,
  state: 'paid',
  cancelled: false,
  gateway: 'sandbox',
  gatewayText: 'درگاه آزمایشی',
  reference: 'R-000123',
  redirectUrl: null,
  createdAtS: '1405/09/02 - 07:00',
  paidAtS: '1405/09/02 - 07:01',
  bought: over.purpose === 'invoice' ? null : wirePeriodIs(Date.parse('2026-11-23T03:31:00Z')),
  ...over,
});

/** Not paid yet. */
export const pendingPayment = (over: Partial<WirePaymentDetails> = {}): WirePaymentDetails =>
  wirePaymentIs({
    ...{ state: 'pending', reference: '', paidAtS: null, redirectUrl: '/pay/sandbox/A1', bought: null },
    ...over,
  });

/** One answer after the other; the last one stays. */
export function paymentIs(...answers: readonly WirePaymentDetails[]) {
  let at = 0;
  return http.get('*/market/payment-app2/:id', ({ params }) => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    return HttpResponse.json({ ...answer, id: params['id'] });
  });
}
