import type { WireOrderProduct, WireStockedProduct } from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import { mergeProducts } from './order.math';
import type { OrderProduct } from './types';

/** The products of an order; those with the same id become one. */
export const toProducts = (products: readonly (WireOrderProduct | WireStockedProduct)[]): readonly OrderProduct[] =>
  mergeProducts(
    products.map((product) => ({
      id: product._id,
      name: localDigits(product.name),
      image: product.image,
      lines: product.options.map((option) => ({
        typeId: option.typeId,
        typeName: localDigits(option.type),
        unitName: localDigits(option.package),
        quantity: option.quantity,
        buyPrice: option.initialPrice,
        sellPrice: option.initialPrice2,
        stock: 'mojoody' in option ? option.mojoody : null,
      })),
    })),
  );
