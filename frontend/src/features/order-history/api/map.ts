import { type OrderStatus, orderStatusOf } from '../../../entities/order/status';
import type { WireChange, WireHistoryReply } from '../../../shared/api/wire/orders.gen';
import { localDigits } from '../../../shared/lib/digits';
import { ACTIONS, type Action, type HistoryChange } from './types';

const KNOWN: readonly string[] = ACTIONS;

const toAction = (code: string): Action => (KNOWN.includes(code) ? (code as Action) : 'other');

const numberOf = (value: WireChange['from']): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: WireChange['from']): string | null => (typeof value === 'string' ? value : null);
const statusOf = (value: WireChange['from']): OrderStatus | null =>
  value === 0 || value === 1 || value === 2 ? orderStatusOf(value) : null;

const amounts = {
  discount: 'discount',
  shippingCost: 'shipping',
  PaperBill: 'paperBill',
  totalOrder: 'total',
} as const;

/** Fields that the event's own words already say are left out: the code, the revision. */
function toChange([field, change]: [string, WireChange]): readonly HistoryChange[] {
  const { from, to, name, priceFrom = null, priceTo = null } = change;
  if (typeof name === 'string') {
    const price = priceFrom !== null && priceTo !== null && priceFrom !== priceTo;
    return [
      {
        what: 'line',
        typeId: field,
        name: localDigits(name),
        from: numberOf(from),
        to: numberOf(to),
        price: price ? { from: priceFrom, to: priceTo } : null,
      },
    ];
  }
  switch (field) {
    case 'discount':
    case 'shippingCost':
    case 'PaperBill':
    case 'totalOrder':
      return [{ what: amounts[field], from: numberOf(from), to: numberOf(to) }];
    case 'sellerToz':
      return [{ what: 'note', from: textOf(from), to: textOf(to) }];
    case 'status':
      return [{ what: 'status', from: statusOf(from), to: statusOf(to) }];
    default:
      return [];
  }
}

const order: Readonly<Record<HistoryChange['what'], number>> = {
  status: 0,
  line: 1,
  discount: 2,
  shipping: 3,
  paperBill: 4,
  note: 5,
  total: 6,
};

export const toHistory = ({ revisions, events, truncated }: WireHistoryReply) => ({
  /** There is more than is told. */
  truncated,
  events: events.map(({ atS, by, action, changes }) => ({
    /** Ready to show. */
    at: localDigits(atS),
    by,
    action: toAction(action),
    changes: Object.entries(changes)
      .flatMap(toChange)
      .sort((a, b) => order[a.what] - order[b.what]),
  })),
  revisions: revisions.map(({ revision, atS, by, totalOrder, lines }) => ({
    number: revision,
    at: localDigits(atS),
    by,
    /** Tomans, with tax and shipping. */
    total: totalOrder,
    lines: lines.map((line) => ({
      typeId: line.typeId,
      /** Product and type. */
      name: localDigits(`${line.name} ${line.type}`.trim()),
      unitName: localDigits(line.package),
      quantity: line.quantity,
      unitPrice: line.initialPrice,
      total: line.price,
    })),
  })),
});

export type OrderHistory = ReturnType<typeof toHistory>;
export type HistoryEvent = OrderHistory['events'][number];
/** The order as it was registered, once. */
export type Revision = OrderHistory['revisions'][number];
export type RevisionLine = Revision['lines'][number];
