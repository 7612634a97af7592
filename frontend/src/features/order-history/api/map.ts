import { orderStatusOf } from '../../../entities/order/status';
import type { WireChange, WireHistoryReply } from '../../../shared/api/wire/orders.gen';
import { localDigits } from '../../../shared/lib/digits';

/** What may be done to an order. */
const ACTIONS = [
  'placed',
  'imported',
  'lines_changed',
  'prices_changed',
  'note_changed',
  'registered',
  'reopened',
  'discarded',
  'cancelled',
  'deleted',
] as const;

/** `other`: an action that this version does not know. */
export type Action = (typeof ACTIONS)[number] | 'other';

const toAction = (code: string): Action => ACTIONS.find((action) => action === code) ?? 'other';

// Null: there was no value before, or there is none now.
const numberOf = (value: WireChange['from']) => (typeof value === 'number' ? value : null);
const textOf = (value: WireChange['from']) => (typeof value === 'string' ? value : null);
const statusOf = (value: WireChange['from']) =>
  value === 0 || value === 1 || value === 2 ? orderStatusOf(value) : null;

const amounts = {
  discount: 'discount',
  shippingCost: 'shipping',
  PaperBill: 'paperBill',
  totalOrder: 'total',
} as const;

/** Leaves out the fields that the text of the event contains already: the code, the revision. */
function toChange([field, change]: [string, WireChange]) {
  const { from, to, name, priceFrom = null, priceTo = null } = change;
  if (typeof name === 'string') {
    const price = priceFrom !== null && priceTo !== null && priceFrom !== priceTo;
    return [
      {
        what: 'line' as const,
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
      return [{ what: 'note' as const, from: textOf(from), to: textOf(to) }];
    case 'status':
      return [{ what: 'status' as const, from: statusOf(from), to: statusOf(to) }];
    default:
      return [];
  }
}

export type HistoryChange = ReturnType<typeof toChange>[number];

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
  /** The answer holds only the newest part of the history. */
  truncated,
  events: events.map(({ atS, by, action, changes }) => ({
    /** Day and time in the reader's digits. */
    at: localDigits(atS),
    by,
    action: toAction(action),
    changes: Object.entries(changes)
      .flatMap<HistoryChange>(toChange)
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
/** The order as it stood when it was registered. */
export type Revision = OrderHistory['revisions'][number];
export type RevisionLine = Revision['lines'][number];
