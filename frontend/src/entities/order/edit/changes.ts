import type { Sent } from '../../../shared/api/calls';
import type { WireOptionBody, WireProductBody } from '../../../shared/api/wire/orders.gen';
import type { EditState } from '../../write/edit';
import { compare, type LineChange, withAbsent } from '../order.changes';
import { linesOf, mapLines, orderTotals, type Quantities, realChanges, withQuantities } from '../order.math';
import type { Order, OrderProduct } from '../types';
import type { WireReviseBody } from '../wire';

/** What the user has changed and the server has not confirmed yet. Null: the field is empty. */
export interface Changes {
  /** By type; 0 removes a line. */
  readonly quantities: Quantities;
  /** Lines of 0 that the server's copy does not have; `quantities` may hold a quantity for them. */
  readonly absent: readonly OrderProduct[];
  /** Unit prices by type. */
  readonly prices: Readonly<Record<string, number | null>>;
  readonly shipping?: number | null;
  readonly paperBill?: number | null;
  readonly note?: string;
}

/** An order of any status. */
type Contents = Pick<Order, 'products' | 'shipping' | 'paperBill' | 'sellerNote'>;

export const NO_CHANGES: Changes = { quantities: {}, absent: [], prices: {} };

/** The order with the changes. An empty price field leaves the price as it was. */
export function applied<T extends Contents>(order: T, { quantities, absent, prices, ...changes }: Changes): T {
  const { products } = withQuantities(withAbsent(order, absent), quantities);
  return {
    ...order,
    products: mapLines(products, (line) => {
      const price = prices[line.typeId] ?? line.buyPrice;
      return price === line.buyPrice ? line : { ...line, buyPrice: price };
    }),
    shipping: products.length === 0 ? 0 : (changes.shipping ?? order.shipping),
    sellerNote: changes.note ?? order.sellerNote,
    ...(changes.paperBill !== undefined && { paperBill: changes.paperBill }),
  };
}

/** The changes that differ from the order, with the note trimmed as it is sent. */
export function realOf(
  order: Contents,
  { quantities, absent, shipping, paperBill, note, ...changes }: Changes,
): Changes {
  const prices = linesOf(withQuantities(order, quantities).products).flatMap(({ typeId, buyPrice }) => {
    const price = changes.prices[typeId];
    return price === undefined || price === buyPrice ? [] : [[typeId, price] as const];
  });
  return {
    quantities: realChanges(withAbsent(order, absent), quantities),
    absent,
    prices: Object.fromEntries(prices),
    ...(shipping !== undefined && shipping !== order.shipping && { shipping }),
    ...(paperBill !== undefined && paperBill !== order.paperBill && { paperBill }),
    ...(note !== undefined && note.trim() !== order.sellerNote && { note: note.trim() }),
  };
}

const countOf = (fields: object): number => Object.keys(fields).length;

/** The number of changed fields. */
export const countChanges = ({ quantities, prices, shipping, paperBill, note }: Changes): number =>
  countOf(quantities) + countOf(prices) + [shipping, paperBill, note].filter((field) => field !== undefined).length;

/** Whether the changes affect the totals. A note or a paper bill does not. */
export const changesTotals = ({ quantities, prices, shipping }: Changes): boolean =>
  countOf(quantities) + countOf(prices) > 0 || shipping !== undefined;

/** The required fields that are empty: prices by type id, and `shipping`. */
export function missingIn({ prices, shipping }: Changes): ReadonlySet<string> {
  const types = Object.keys(prices).filter((typeId) => prices[typeId] === null);
  return new Set(shipping === null ? [...types, 'shipping'] : types);
}

/** The body of order-update-cp: all lines, and of prices and other fields those that have changed. */
export function toReviseBody(order: Order, changes: Changes): WireReviseBody {
  const { prices, paperBill, note } = realOf(order, changes);
  const next = applied(order, changes);
  const totals = orderTotals(next);
  return {
    products: next.products.map(
      ({ lines }): Sent<WireProductBody> => ({
        options: lines.map(
          ({ typeId, quantity, buyPrice }): Sent<WireOptionBody> => ({
            typeId,
            quantity,
            ...(typeId in prices && { initialPrice: buyPrice }),
          }),
        ),
      }),
    ),
    totalPurchase: totals.purchase,
    countKol: totals.units,
    tax: totals.tax,
    shippingCost: totals.shipping,
    totalOrder: totals.grand,
    ...(paperBill !== undefined && { PaperBill: paperBill ?? 0 }),
    ...(note !== undefined && { sellerToz: note }),
    version: order.version,
  };
}

type State = Pick<EditState<Order, Changes, unknown>, 'changes' | 'conflict'>;

export const hasChanges = ({ changes }: Pick<State, 'changes'>): boolean => countChanges(changes) > 0;

/** The order as the user sees it. On its page (`sendsAtOnce`) it is the server's copy while a conflict is open. */
export const displayedOrder = <T extends Order>(order: T, { changes, conflict }: State, sendsAtOnce = true): T =>
  conflict && sendsAtOnce ? order : applied(order, changes);

/** The lines that these changes affect, whether the server has accepted or refused them. */
export function changedLines(before: Order, { quantities, absent }: Changes): readonly LineChange[] {
  const order = withAbsent(before, absent);
  return compare(order, order, { quantities, note: null }).lines;
}
