import type { WireOrderProduct } from '../../shared/api/wire/orders.gen';
import { mergeProducts } from './order.math';
import type { OrderProduct } from './types';

/** The goods of an order, wherever they are read: the types of products that share an id stand together. */
export const toProducts = (products: readonly WireOrderProduct[]): readonly OrderProduct[] =>
  mergeProducts(
    products.map((product) => ({
      id: product._id,
      name: product.name,
      image: product.image,
      lines: product.options.map((option) => ({
        typeId: option.typeId,
        typeName: option.type,
        unitName: option.package,
        quantity: option.quantity,
        buyPrice: option.initialPrice,
        sellPrice: option.initialPrice2,
      })),
    })),
  );
