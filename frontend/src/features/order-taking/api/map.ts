import { toDiscounts } from '../../../entities/order/discounts';
import type { Discount, OrderTotals } from '../../../entities/order/types';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import type {
  WireGuideOption,
  WireGuideReply,
  WireOrderTotals,
  WirePlaceOrderReply,
  WireQuoteReply,
} from '../../../shared/api/wire/orders.gen';
import { localDigits } from '../../../shared/lib/digits';
import { type JalaliDate, parseJalali } from '../../../shared/lib/jalali';

/** A type as it can be ordered today. Prices are of one selling unit, in tomans. */
export interface Goods {
  readonly typeId: string;
  readonly productName: string;
  readonly typeName: string;
  /** The selling unit: carton, pack, piece. */
  readonly unitName: string;
  readonly image: string;
  /** What the shop pays this seller. */
  readonly buyPrice: number;
  /** Selling units that can still be sold. */
  readonly stock: number;
}

/** How the customer buys a type. */
export interface Habit {
  /** Selling units in the last order that holds it. */
  readonly lastQuantity: number;
  /** When that order was placed, to the minute; empty when it is not known. */
  readonly lastOrder: string;
  /** How many orders of the last 90 days hold it. */
  readonly times: number;
}

export type GuideGoods = Goods & Habit;
export type Quote = ReturnType<typeof toQuote>;
export type Placed = ReturnType<typeof toPlaced>;

const toGuideGoods = (wire: WireGuideOption): GuideGoods => ({
  typeId: wire.typeId,
  productName: localDigits(wire.name),
  typeName: localDigits(wire.type),
  unitName: localDigits(wire.package),
  image: wire.image,
  buyPrice: wire.initialPrice,
  stock: wire.mojoody,
  lastQuantity: wire.lastQuantity,
  lastOrder: wire.lastOrderedS ?? '',
  times: wire.times,
});

export const toGuide = ({ customer, options }: WireGuideReply) => ({
  customer: { id: customer._id, title: localDigits(customer.f2), shopName: localDigits(customer.f8) },
  goods: options.map(toGuideGoods),
});

/** The day of a time such as `1405/08/30 - 15:30`. */
export const dayOf = ({ lastOrder }: Habit): JalaliDate | null => parseJalali(lastOrder.slice(0, '1405/08/30'.length));

/** What the customer's last order held: the goods that were ordered at the latest time. */
export function lastOrderOf(goods: readonly GuideGoods[]): readonly GuideGoods[] {
  const last = goods.reduce((latest, { lastOrder }) => (lastOrder > latest ? lastOrder : latest), '');
  return last === '' ? [] : goods.filter(({ lastOrder }) => lastOrder === last);
}

/** The types of a product that are sold. */
export const goodsOf = (product: CatalogueProduct, unitNames: ReadonlyMap<string, string>): readonly Goods[] =>
  product.types
    .filter(({ active }) => active)
    .map((type) => ({
      typeId: type.id,
      productName: product.title,
      typeName: type.name,
      unitName: unitNames.get(type.unitId) ?? '',
      image: type.images[0] ?? product.images[0] ?? '',
      buyPrice: type.buyPrice * type.piecesPerUnit,
      stock: type.stock,
    }));

type Totals = OrderTotals & { readonly discount: number; readonly discounts: readonly Discount[] };

const toTotals = (wire: WireOrderTotals): Totals => ({
  units: wire.countKol,
  purchase: wire.totalPurchase,
  sales: wire.totalPurchase2,
  profit: wire.profit,
  profitPercent: wire.percent,
  tax: wire.tax,
  shipping: wire.shippingCost,
  grand: wire.totalOrder,
  discount: wire.discount,
  discounts: toDiscounts(wire.discounts),
});

export const toQuote = ({ totals, short, missing }: WireQuoteReply) => ({
  totals: toTotals(totals),
  /** Type → how much there is, in words. */
  short,
  /** To the seller's minimums. */
  missing,
});

export const toPlaced = ({ id, Code, version }: WirePlaceOrderReply) => ({ id, code: Code, version });
