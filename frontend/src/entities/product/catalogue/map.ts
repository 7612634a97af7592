import type {
  WireCatalogueProduct,
  WireCatalogueType,
  WireProductBrandsReply,
  WireProductsReply,
  WireUnitsReply,
} from '../../../shared/api/wire/products.gen';
import { localDigits } from '../../../shared/lib/digits';
import type { CatalogueProduct, CatalogueType } from './types';

const sources = (pictures: readonly { readonly src: string }[]): readonly string[] =>
  pictures.map(({ src }) => src).filter((src) => src !== '');

export const toType = (wire: WireCatalogueType): CatalogueType => ({
  id: wire._id,
  name: localDigits(wire.nameNoeMahsool),
  code: wire.code,
  piecesPerUnit: Math.max(1, wire.tedadDarVahed),
  buyPrice: wire.priceBuyOne,
  sellPrice: wire.priceSelOne,
  stock: wire.mojoody,
  lowStock: wire.lowStock,
  images: sources(wire.imgs),
  description: wire.toz,
  rowOrder: wire.rowOrder,
  unitId: wire.vahed,
  active: wire.isActive,
  version: wire.version,
});

export const toProduct = (
  head: Omit<WireCatalogueProduct, 'productTypes'>,
  types: readonly WireCatalogueType[],
): CatalogueProduct => ({
  id: head._id,
  title: localDigits(head.title),
  code: head.code,
  images: sources(head.imgs),
  brandName: localDigits(head.brand.name),
  types: types.map(toType).sort((one, other) => one.rowOrder - other.rowOrder),
});

export const toProductPage = ({ product, totalPages, total }: WireProductsReply) => ({
  items: product.map((wire) => toProduct(wire, wire.productTypes)),
  totalPages,
  totals: { all: total },
});

/** A brand of this seller's products; `count` says how many of them carry it. */
export type CatalogueBrand = ReturnType<typeof toBrands>[number];

export const toBrands = ({ brands }: WireProductBrandsReply) =>
  brands.map(({ _id, name, count }) => ({ id: _id, name: localDigits(name), count }));

/** What types are sold in. Exactly one unit counts single pieces; any other is a package. */
export const toUnits = ({ units }: WireUnitsReply) =>
  units.map(({ _id, name, isNumeric }) => ({ id: _id, name, isNumeric }));
