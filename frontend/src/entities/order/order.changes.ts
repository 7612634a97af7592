import { fullName } from '../product/fullName';
import { linesOf, mapLines, mergeProducts, type Quantities } from './order.math';
import type { Order, OrderLine, OrderProduct } from './types';

export const lineName = ({ name }: Pick<OrderProduct, 'name'>, { typeName }: Pick<OrderLine, 'typeName'>): string =>
  fullName(name, typeName);

/** The quantity of a line in two copies of an order and as the user wants it; 0 where the line is missing. */
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
  readonly price: Change<number> | null;
}

interface Change<Value> {
  readonly before: Value;
  readonly theirs: Value;
}

export interface TextChange extends Change<string> {
  /** Null when the user has typed no text. */
  readonly mine: string | null;
}

/** The differences between the order before, somebody else's changes, and the user's. */
export interface Comparison {
  readonly lines: readonly LineChange[];
  readonly status: Change<Order['status']> | null;
  /** Tomans. */
  readonly shipping: Change<number> | null;
  /** Tomans; null where none is written. */
  readonly paperBill: Change<number | null> | null;
  readonly sellerNote: TextChange | null;
  readonly customerNote: TextChange | null;
}

interface Mine {
  readonly quantities: Quantities;
  /** A note that was typed and not saved. */
  readonly note: string | null;
}

const NOTHING: Mine = { quantities: {}, note: null };

/** Each line with its product's name, by type. */
export const namedLines = (products: readonly OrderProduct[]) =>
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

const changeOf = <Value>(before: Value, theirs: Value): Change<Value> | null =>
  before === theirs ? null : { before, theirs };

/** An order without its status. */
type Contents = Omit<Order, 'status'>;

/** Compares three things: the copy that the user began with, the server's current one, and what the user wants. */
export function compareContents(before: Contents, theirs: Contents, mine = NOTHING): Omit<Comparison, 'status'> {
  return {
    lines: compareLines(before, theirs, mine),
    // Without lines nothing is shipped, and the removed lines are listed already.
    shipping: linesOf(theirs.products).length === 0 ? null : changeOf(before.shipping, theirs.shipping),
    paperBill: changeOf(before.paperBill ?? null, theirs.paperBill ?? null),
    sellerNote: textChange(before.sellerNote, theirs.sellerNote, mine.note),
    customerNote: textChange(before.customerNote, theirs.customerNote, null),
  };
}

export const compare = (before: Order, theirs: Order, mine?: Mine): Comparison => ({
  ...compareContents(before, theirs, mine),
  status: changeOf(before.status, theirs.status),
});

/** Whether somebody has changed anything that the user sees. A new version number alone does not count. */
export function differs(before: Order, theirs: Order): boolean {
  const { lines, ...rest } = compare(before, theirs);
  return lines.length > 0 || Object.values(rest).some((change) => change !== null);
}

/** The order with lines of 0 for types that it does not have, so that their quantity can be set. */
export function withAbsent<T extends Pick<Order, 'products'>>(order: T, absent: readonly OrderProduct[]): T {
  if (absent.length === 0) return order;
  const present = namedLines(order.products);
  const missing = mapLines(absent, (line) => (present.has(line.typeId) ? null : line));
  return missing.length === 0 ? order : { ...order, products: mergeProducts([...order.products, ...missing]) };
}

/** Absent lines and some more; each type once. */
export function withMoreAbsent(
  absent: readonly OrderProduct[],
  more: readonly OrderProduct[],
): readonly OrderProduct[] {
  const known = namedLines(absent);
  return [...absent, ...mapLines(more, (line) => (known.has(line.typeId) ? null : line))];
}

/**
 * The user's quantities on top of `theirs`, without those that it already has. `absent`: lines of 0 for what the user
 * wants and `theirs` no longer has.
 */
export function rebase(before: Order, theirs: Order, quantities: Quantities) {
  const now = namedLines(theirs.products);
  const changed = Object.entries(quantities).filter(([typeId, quantity]) => {
    const current = now.get(typeId);
    return current === undefined ? quantity > 0 : current.line.quantity !== quantity;
  });
  const absent = mapLines(before.products, (line) => {
    const wanted = !now.has(line.typeId) && (quantities[line.typeId] ?? 0) > 0;
    return wanted ? { ...line, quantity: 0 } : null;
  });
  return { quantities: Object.fromEntries(changed), absent };
}
