import type { WireGuideOption, WireGuideReply } from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import type { OrderProduct } from '../order/types';
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

/** A line of 0 with them, for an order that has none of them yet. */
export const lineOf = ({ productId, productName, image, ...goods }: Goods): OrderProduct => ({
  id: productId,
  name: productName,
  image,
  lines: [
    {
      typeId: goods.typeId,
      typeName: goods.typeName,
      unitName: goods.unitName,
      quantity: 0,
      buyPrice: goods.buyPrice,
      sellPrice: goods.sellPrice,
      stock: goods.stock,
    },
  ],
});

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
