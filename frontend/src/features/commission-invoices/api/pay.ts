import { toPayment } from '../../../entities/payment/map';
import type { Payment } from '../../../entities/payment/types';
import { baseApi } from '../../../shared/api/baseApi';
import { marketCall } from '../../../shared/api/calls';
import { idempotent } from '../../../shared/api/idempotencyKey';
import { type WirePaymentReply, wirePaymentReply } from '../../../shared/api/wire/billing.gen';

interface PayInvoice {
  /** The same for all attempts at one payment. */
  readonly key: string;
  readonly invoiceId: string;
}

const payApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Starts the payment, or returns the one that is open or has been made. */
    payInvoice: build.mutation<Payment, PayInvoice>({
      query: ({ key, invoiceId }) => ({
        url: marketCall('invoice-pay-app2', invoiceId),
        method: 'POST',
        headers: idempotent(key),
      }),
      rawResponseSchema: wirePaymentReply,
      transformResponse: ({ payment }: WirePaymentReply) => toPayment(payment),
    }),
  }),
});

export const { usePayInvoiceMutation } = payApi;
