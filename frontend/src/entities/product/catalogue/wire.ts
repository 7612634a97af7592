import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());
const pictures = v.nullish(v.array(v.object({ src: v.string() })), []);

/** A product's type, in every answer of the catalogue. */
export const wireProductType = v.object({
  _id: v.string(),
  nameNoeMahsool: text,
  tedadDarVahed: v.nullish(whole, 1),
  priceBuyOne: whole,
  priceSelOne: whole,
  mojoody: whole,
  imgs: pictures,
  toz: text,
  rowOrder: whole,
  vahed: text,
  isActive: v.boolean(),
  version: whole,
});
export type WireProductType = v.InferOutput<typeof wireProductType>;

/** What a product says of itself, in a list and on its own. */
export const wireProductHead = v.object({
  _id: v.string(),
  title: v.string(),
  code: text,
  imgs: pictures,
  brand: v.nullish(v.object({ _id: text, name: text }), { _id: '', name: '' }),
});
export type WireProductHead = v.InferOutput<typeof wireProductHead>;

const wireProduct = v.object({ ...wireProductHead.entries, productTypes: v.array(wireProductType) });
export type WireProduct = v.InferOutput<typeof wireProduct>;

/** GET /market/products-bind-app2. */
export const wireProductPage = v.object({ product: v.array(wireProduct), totalPages: whole, total: whole });
export type WireProductPage = v.InferOutput<typeof wireProductPage>;

/** GET /market/product-brands-app2. */
export const wireBrands = v.object({
  brands: v.array(v.object({ _id: v.string(), name: v.string(), count: whole })),
});
export type WireBrands = v.InferOutput<typeof wireBrands>;

/** GET /market/units-app2. */
export const wireUnits = v.object({
  units: v.array(v.object({ _id: v.string(), name: v.string(), isNumeric: v.boolean() })),
});
export type WireUnits = v.InferOutput<typeof wireUnits>;
