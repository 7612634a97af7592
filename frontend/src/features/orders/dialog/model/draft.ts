import { compare } from '../../../../entities/order/order.changes';
import { linesOf, type Quantities, realChanges, withQuantities } from '../../../../entities/order/order.math';
import type { OrderStatus } from '../../../../entities/order/status';
import type { OrderLine, OrderProduct } from '../../../../entities/order/types';
import type { Sent } from '../../../../shared/api/calls';
import type { WireOptionBody, WireProductBody } from '../../../../shared/api/wire/orders.gen';
import type { FullOrder } from '../api/types';
import type { WireUpdateBody } from '../api/wire';

/** What the user has changed and not yet sent, beside the server's copy. Null: the field is empty. */
export interface Draft {
  /** By type; 0 takes a line out. */
  readonly quantities: Quantities;
  /** Unit prices by type. */
  readonly prices: Readonly<Record<string, number | null>>;
  readonly shipping?: number | null;
  readonly paperBill?: number | null;
  readonly note?: string;
}

export const EMPTY_DRAFT: Draft = { quantities: {}, prices: {} };

const mapLines = (products: readonly OrderProduct[], change: (line: OrderLine) => OrderLine): readonly OrderProduct[] =>
  products.map((product) => ({ ...product, lines: product.lines.map(change) }));

/** The order as it would be. An empty price counts as it was, until it is typed. */
export function applied(order: FullOrder, draft: Draft): FullOrder {
  const { products } = withQuantities(order, draft.quantities);
  return {
    ...order,
    products: mapLines(products, (line) => ({ ...line, buyPrice: draft.prices[line.typeId] ?? line.buyPrice })),
    shipping: products.length === 0 ? 0 : (draft.shipping ?? order.shipping),
    paperBill: draft.paperBill === undefined ? order.paperBill : draft.paperBill,
    sellerNote: draft.note ?? order.sellerNote,
  };
}

const pricesOf = ({ products }: FullOrder): Map<string, number> =>
  new Map(linesOf(products).map(({ typeId, buyPrice }) => [typeId, buyPrice]));

/** The types that stay in the order and whose price is another one. */
function newPrices(order: FullOrder, draft: Draft): readonly string[] {
  const kept = linesOf(applied(order, draft).products).map(({ typeId }) => typeId);
  const before = pricesOf(order);
  return kept.filter((id) => draft.prices[id] !== undefined && draft.prices[id] !== before.get(id));
}

const noteOf = ({ note }: Draft, order: FullOrder): string => note?.trim() ?? order.sellerNote;
const hasNewShipping = (order: FullOrder, { shipping }: Draft): boolean =>
  shipping !== undefined && shipping !== order.shipping;
const hasNewBill = (order: FullOrder, { paperBill }: Draft): boolean =>
  paperBill !== undefined && paperBill !== order.paperBill;

/** How many things the user has changed. */
export function countChanges(order: FullOrder, draft: Draft): number {
  return (
    Object.keys(realChanges(order, draft.quantities)).length +
    newPrices(order, draft).length +
    [hasNewShipping(order, draft), hasNewBill(order, draft), noteOf(draft, order) !== order.sellerNote].filter(Boolean)
      .length
  );
}

/** Whether the order would come to something else: not for a note or a paper bill. */
export const changesTotals = (order: FullOrder, draft: Draft): boolean =>
  Object.keys(realChanges(order, draft.quantities)).length > 0 ||
  newPrices(order, draft).length > 0 ||
  hasNewShipping(order, draft);

/** Without what the order says already. */
export function realDraft(order: FullOrder, draft: Draft): Draft {
  const { prices, shipping, paperBill, note } = draft;
  return {
    quantities: realChanges(order, draft.quantities),
    prices: Object.fromEntries(newPrices(order, draft).map((id) => [id, prices[id] ?? null])),
    ...(hasNewShipping(order, draft) && shipping !== undefined && { shipping }),
    ...(hasNewBill(order, draft) && paperBill !== undefined && { paperBill }),
    ...(noteOf(draft, order) !== order.sellerNote && note !== undefined && { note }),
  };
}

/** The fields that must not be empty and are: types by their ids, and the shipping. */
export function missingIn(order: FullOrder, draft: Draft): ReadonlySet<string> {
  const lines = newPrices(order, draft).filter((id) => draft.prices[id] === null);
  return new Set(draft.shipping === null ? [...lines, 'shipping'] : lines);
}

/** All lines, the prices that are new, and of the rest what has changed; on top of the version that was read. */
export function toUpdateBody(order: FullOrder, draft: Draft): WireUpdateBody {
  const next = applied(order, draft);
  const priced = new Set(newPrices(order, draft));
  const note = noteOf(draft, order);
  return {
    products: next.products.map(
      ({ lines }): Sent<WireProductBody> => ({
        options: lines.map(
          ({ typeId, quantity, buyPrice }): Sent<WireOptionBody> => ({
            typeId,
            quantity,
            ...(priced.has(typeId) && { initialPrice: buyPrice }),
          }),
        ),
      }),
    ),
    ...(hasNewShipping(order, draft) && { shippingCost: next.shipping }),
    ...(hasNewBill(order, draft) && { PaperBill: next.paperBill ?? 0 }),
    ...(note !== order.sellerNote && { sellerToz: note }),
    version: order.version,
  };
}

/** One thing that another person has changed meanwhile; what it is says the screen. */
export type Change =
  | {
      readonly what: 'quantity' | 'price' | 'added' | 'removed';
      readonly name: string;
      readonly from: number;
      readonly to: number;
    }
  | { readonly what: 'shipping' | 'paperBill'; readonly from: number; readonly to: number }
  | { readonly what: 'status'; readonly from: OrderStatus; readonly to: OrderStatus }
  | { readonly what: 'note'; readonly to: string };

/** What differs between two copies of the order. */
export function changesBetween(before: FullOrder, now: FullOrder): readonly Change[] {
  const { lines, status, shipping, sellerNote } = compare(before, now, { quantities: {}, note: null });
  const changes: Change[] = lines.flatMap(({ name, before: from, theirs: to, price }) => {
    const counted: Change[] =
      from === to ? [] : [{ what: from === 0 ? 'added' : to === 0 ? 'removed' : 'quantity', name, from, to }];
    return price ? [...counted, { what: 'price' as const, name, from: price.before, to: price.theirs }] : counted;
  });
  if (shipping) changes.push({ what: 'shipping', from: shipping.before, to: shipping.theirs });
  if (before.paperBill !== now.paperBill) {
    changes.push({ what: 'paperBill', from: before.paperBill ?? 0, to: now.paperBill ?? 0 });
  }
  if (sellerNote) changes.push({ what: 'note', to: sellerNote.theirs });
  if (status) changes.push({ what: 'status', from: status.before, to: status.theirs });
  return changes;
}
