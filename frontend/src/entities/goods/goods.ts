import type { WireGuideOption, WireGuideReply } from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import { type JalaliDate, parseJalali } from '../../shared/lib/jalali';
import type { CatalogueProduct } from '../product/catalogue/types';

/** A type as it can be ordered today. Prices are of one selling unit, in tomans. */
export interface Goods {
  readonly typeId: string;
  readonly productId: string;
  readonly productName: string;
  readonly typeName: string;
  /** The selling unit: carton, pack, piece. */
  readonly unitName: string;
  readonly image: string;
  /** What the shop pays this seller. */
  readonly buyPrice: number;
  /** The shop's shelf price. */
  readonly sellPrice: number;
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

const toGuideGoods = (wire: WireGuideOption): GuideGoods => ({
  typeId: wire.typeId,
  productId: wire.productId,
  productName: localDigits(wire.name),
  typeName: localDigits(wire.type),
  unitName: localDigits(wire.package),
  image: wire.image,
  buyPrice: wire.initialPrice,
  sellPrice: wire.initialPrice2,
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
      productId: product.id,
      productName: product.title,
      typeName: type.name,
      unitName: unitNames.get(type.unitId) ?? '',
      image: type.images[0] ?? product.images[0] ?? '',
      buyPrice: type.buyPrice * type.piecesPerUnit,
      sellPrice: type.sellPrice * type.piecesPerUnit,
      stock: type.stock,
    }));
