import type { Goods, GuideGoods } from '../../../entities/goods/goods';
import { lineTotal } from '../../../entities/order/order.math';
import type { TakenBody } from '../api/endpoints';
import type { TakenDraft, TakenLine } from './schema';

type Lines = readonly TakenLine[];

/** What a line keeps of its goods. */
export type TakenGoods = Omit<Goods, 'productId' | 'sellPrice'>;

/** Nothing that anybody would miss. */
export const isEmpty = ({ lines, note, sending }: TakenDraft): boolean =>
  lines.length === 0 && note === '' && sending === null;

export const quantityOf = (lines: Lines, typeId: string): number =>
  lines.find((line) => line.typeId === typeId)?.quantity ?? 0;

/** The lines with this much of a type, as it is today; a new one stands last, and 0 removes it. */
export function withGoods(lines: Lines, goods: TakenGoods, quantity: number): Lines {
  if (quantity <= 0) return lines.filter(({ typeId }) => typeId !== goods.typeId);
  const { typeId, productName, typeName, unitName, image, buyPrice, stock } = goods;
  const line = { typeId, productName, typeName, unitName, image, buyPrice, stock, quantity };
  const known = lines.some((one) => one.typeId === typeId);
  return known ? lines.map((one) => (one.typeId === typeId ? line : one)) : [...lines, line];
}

/** The lines as their types are today; the same list when nothing of them has changed. */
export function withToday(lines: Lines, known: readonly Goods[]): Lines {
  const today = new Map(known.map((goods) => [goods.typeId, goods]));
  const changed = lines.filter((line) => {
    const goods = today.get(line.typeId);
    return (
      goods && (goods.buyPrice !== line.buyPrice || goods.stock !== line.stock || goods.typeName !== line.typeName)
    );
  });
  return changed.reduce((all, { typeId, quantity }) => withGoods(all, today.get(typeId) as Goods, quantity), lines);
}

/** The lines with what the last order held, as much as it held; what is in the order already stays as it is. */
export const withLastOrder = (lines: Lines, last: readonly GuideGoods[]): Lines =>
  last.reduce(
    (taken, goods) => (quantityOf(taken, goods.typeId) > 0 ? taken : withGoods(taken, goods, goods.lastQuantity)),
    lines,
  );

/** What the goods come to, before discounts, tax and shipping. */
export const sumOf = (lines: Lines): number => lines.reduce((sum, line) => sum + lineTotal(line), 0);

export const packagesOf = (lines: Lines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Lines of which more is wanted than there is. */
export const shortOf = (lines: Lines): Lines => lines.filter(({ quantity, stock }) => quantity > stock);

export interface Minimums {
  /** Tomans. */
  readonly amount: number;
  /** Selling units. */
  readonly packages: number;
}

/** What the lines lack of the seller's minimums. */
export const missingOf = (lines: Lines, { amount, packages }: Minimums): Minimums => ({
  amount: Math.max(0, amount - sumOf(lines)),
  packages: Math.max(0, packages - packagesOf(lines)),
});

export const bodyOf = (customerId: string, { lines, note }: Pick<TakenDraft, 'lines' | 'note'>): TakenBody => ({
  customerId,
  products: [{ options: lines.map(({ typeId, quantity }) => ({ typeId, quantity })) }],
  ...(note !== '' && { sellerToz: note }),
});
