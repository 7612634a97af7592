import { fullName } from '../product/fullName';
import { linesOf, mergeProducts, type Quantities } from './order.math';
import type { Order, OrderLine, OrderProduct } from './types';

export const lineName = ({ name }: Pick<OrderProduct, 'name'>, { typeName }: Pick<OrderLine, 'typeName'>): string =>
  fullName(name, typeName);

/** A line in two copies of an order and in what the user wants; 0 where it does not stand. */
export interface LineChange {
  readonly typeId: string;
  readonly name: string;
  /** When the user began to change. */
  readonly before: number;
  /** As the server has it now. */
  readonly theirs: number;
  /** As the user wants it. */
  readonly mine: number;
  /** Its unit price, when somebody has changed it. */
  readonly price: { readonly before: number; readonly theirs: number } | null;
}

export interface TextChange {
  readonly before: string;
  readonly theirs: string;
  /** Null where the user has no text of their own. */
  readonly mine: string | null;
}

export interface AmountChange {
  /** Tomans; null where none is written. */
  readonly before: number | null;
  readonly theirs: number | null;
}

/** What an order was, has become elsewhere, and shall be. Only what differs. */
export interface Comparison {
  readonly lines: readonly LineChange[];
  readonly status: { readonly before: Order['status']; readonly theirs: Order['status'] } | null;
  readonly shipping: AmountChange | null;
  readonly paperBill: AmountChange | null;
  readonly sellerNote: TextChange | null;
  readonly customerNote: TextChange | null;
}

export interface Mine {
  readonly quantities: Quantities;
  /** A note that was typed and not saved. */
  readonly note: string | null;
}

const NOTHING: Mine = { quantities: {}, note: null };

type Named = { readonly name: string; readonly line: OrderLine };

/** Each line with its product's name, by type. */
export const namedLines = (products: readonly OrderProduct[]): Map<string, Named> =>
  new Map(
    products.flatMap((product) =>
      product.lines.map((line) => [line.typeId, { name: lineName(product, line), line }] as const),
    ),
  );

function compareLines(before: Contents, theirs: Contents, { quantities }: Mine): LineChange[] {
  const old = namedLines(before.products);
  const now = namedLines(theirs.products);
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids.flatMap((typeId) => {
    const was = old.get(typeId);
    const is = now.get(typeId);
    const counts = { before: was?.line.quantity ?? 0, theirs: is?.line.quantity ?? 0 };
    const mine = quantities[typeId] ?? counts.before;
    const moved = was !== undefined && is !== undefined && was.line.buyPrice !== is.line.buyPrice;
    if (counts.before === counts.theirs && mine === counts.before && !moved) return [];
    const price = moved ? { before: was.line.buyPrice, theirs: is.line.buyPrice } : null;
    return [{ typeId, name: (is ?? was)?.name ?? '', ...counts, mine, price }];
  });
}

const textChange = (before: string, theirs: string, mine: string | null): TextChange | null =>
  before === theirs && (mine === null || mine === theirs) ? null : { before, theirs, mine };

const amountChange = (before: number | null, theirs: number | null): AmountChange | null =>
  before === theirs ? null : { before, theirs };

/** What stands in an order, whatever its status. */
type Contents = Omit<Order, 'status'>;

/** Three ways: the copy that the user began with, the server's of now, and what the user wants. */
export function compareContents(before: Contents, theirs: Contents, mine = NOTHING): Omit<Comparison, 'status'> {
  return {
    lines: compareLines(before, theirs, mine),
    // Without lines nothing is shipped, which the lines tell.
    shipping: linesOf(theirs.products).length === 0 ? null : amountChange(before.shipping, theirs.shipping),
    paperBill: amountChange(before.paperBill ?? null, theirs.paperBill ?? null),
    sellerNote: textChange(before.sellerNote, theirs.sellerNote, mine.note),
    customerNote: textChange(before.customerNote, theirs.customerNote, null),
  };
}

export const compare = (before: Order, theirs: Order, mine?: Mine): Comparison => ({
  ...compareContents(before, theirs, mine),
  status: before.status === theirs.status ? null : { before: before.status, theirs: theirs.status },
});

/** Whether somebody has changed what the user saw; a new version alone is nothing to show. */
export function differs(before: Order, theirs: Order): boolean {
  const { lines, ...rest } = compare(before, theirs);
  return lines.length > 0 || Object.values(rest).some((change) => change !== null);
}

/** The order with lines of 0 for types that it does not hold, so that a quantity can be given to them. */
export function withAbsent<T extends Pick<Order, 'products'>>(order: T, absent: readonly OrderProduct[]): T {
  if (absent.length === 0) return order;
  const held = namedLines(order.products);
  const missing = absent.flatMap((product) => {
    const lines = product.lines.filter(({ typeId }) => !held.has(typeId));
    return lines.length === 0 ? [] : [{ ...product, lines }];
  });
  return missing.length === 0 ? order : { ...order, products: mergeProducts([...order.products, ...missing]) };
}

/** What the user wants, on top of another copy of the order. */
export interface Rebased {
  readonly quantities: Quantities;
  /** Lines of 0: the other copy has them no longer, and the user wants them. */
  readonly absent: readonly OrderProduct[];
}

/** The user's quantities on top of `theirs`: what is so already is dropped, what was taken out is put in again. */
export function rebase(before: Order, theirs: Order, quantities: Quantities): Rebased {
  const now = namedLines(theirs.products);
  const kept = Object.entries(quantities).filter(([typeId, quantity]) => {
    const there = now.get(typeId);
    return there === undefined ? quantity > 0 : there.line.quantity !== quantity;
  });
  const absent = before.products.flatMap((product) => {
    const lines = product.lines.flatMap((line) => {
      const wanted = !now.has(line.typeId) && (quantities[line.typeId] ?? 0) > 0;
      return wanted ? [{ ...line, quantity: 0 }] : [];
    });
    return lines.length === 0 ? [] : [{ ...product, lines }];
  });
  return { quantities: Object.fromEntries(kept), absent };
}
