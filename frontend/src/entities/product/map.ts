import type { WireTypeDetailReply } from '../../shared/api/wire/products.gen';
import type { WireStock } from './wire';

/** What can still be sold, in selling units. */
export const toStock = (wire: WireStock): number => wire.product[0].mojoody;

export type TypeDetail = ReturnType<typeof toTypeDetail>;

export const toTypeDetail = ({ data }: WireTypeDetailReply) => ({
  name: data.nameNoeMahsool,
  brand: data.products[0]?.brand.name ?? '',
  description: data.toz.trim(),
  piecesPerUnit: data.tedadDarVahed,
  image: data.imgs[0]?.src ?? '',
});
