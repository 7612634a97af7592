import type {
  WireInvoiceLine,
  WireInvoiceListReply,
  WireInvoiceOrder,
  WireInvoiceReply,
  WireInvoiceRow,
} from '../../../shared/api/wire/invoices.gen';
import { localDigits } from '../../../shared/lib/digits';
import type { CommissionInvoice, Cooperation, InvoiceLine, InvoiceOrder, InvoiceRow } from '../model/types';

const COOPERATIONS = ['', 'percentage', 'basket', 'amount'] as const;

const cooperationOf = (code: number): Cooperation => COOPERATIONS[code] ?? '';

const toRow = (wire: WireInvoiceRow): InvoiceRow => ({
  id: wire._id,
  number: wire.number,
  requester: localDigits(wire.requester),
  date: typeof wire.date === 'string' ? Date.parse(wire.date) : null,
  status: wire.paymentStatus,
  statusText: wire.paymentStatusText,
  total: wire.totalAmount,
});

export const toRows = ({ invoices }: WireInvoiceListReply): readonly InvoiceRow[] => invoices.map(toRow);

const toLine = (wire: WireInvoiceLine): InvoiceLine => ({
  id: wire._id,
  kind: wire.kind,
  month: wire.monthS,
  cooperation: cooperationOf(wire.cooperationType),
  commission: wire.agreedCommission,
  orders: wire.orders,
  sales: wire.salesAmount,
  amount: wire.amount,
});

export const toInvoice = ({ invoice: wire, awaitedPayment }: WireInvoiceReply): CommissionInvoice => ({
  id: wire._id,
  number: wire.number,
  requester: localDigits(wire.requester),
  payer: localDigits(wire.payer),
  requestedAt: wire.requestDateS,
  month: wire.monthS,
  cooperation: cooperationOf(wire.cooperationType),
  cooperationText: wire.cooperationText,
  commission: wire.agreedCommission,
  baskets: wire.totalSalesBaskets,
  total: wire.totalAmount,
  gateway: wire.gatewayText,
  paidAt: wire.paymentDateS,
  reference: wire.reference,
  terms: localDigits(wire.paymentTerms),
  dueDate: wire.dueDateS,
  status: wire.paymentStatus,
  statusText: wire.paymentStatusText,
  isPaid: wire.isPaid,
  sellerActive: wire.sellerActive,
  sellerStatusText: wire.sellerStatusText,
  watermark: wire.watermarkS,
  lines: wire.lines.map(toLine),
  awaitedPaymentId: awaitedPayment?.id ?? null,
});

export const toOrder = (wire: WireInvoiceOrder): InvoiceOrder => ({
  id: wire._id,
  code: wire.Code,
  customer: localDigits(wire.customer),
  day: wire.dateS,
  amount: wire.amount,
});
