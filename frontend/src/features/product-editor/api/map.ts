import { toProduct } from '../../../entities/product/catalogue/map';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import type { WireProductReply } from '../../../shared/api/wire/products.gen';

/** The rows that share the first one's `_id` are its types. */
export function toDetails({ product: rows }: WireProductReply): CatalogueProduct | null {
  const [head] = rows;
  if (!head) return null;
  const own = rows.filter(({ _id }) => _id === head._id);
  return toProduct(
    head,
    own.map(({ productType }) => productType),
  );
}
