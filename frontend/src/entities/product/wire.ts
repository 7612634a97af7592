import * as v from 'valibot';

/** GET /market/getMojoody-app2/{typeId}. */
export const wireStock = v.object({ product: v.tuple([v.object({ mojoody: v.number() })]) });
export type WireStock = v.InferOutput<typeof wireStock>;

/** GET /market/product-type-detail/{typeId}. */
export const wireTypeDetail = v.object({
  data: v.object({
    nameNoeMahsool: v.string(),
    toz: v.nullish(v.string(), ''),
    tedadDarVahed: v.nullish(v.number(), 1),
    imgs: v.array(v.object({ src: v.string() })),
    products: v.array(v.object({ brand: v.nullish(v.object({ name: v.string() })) })),
  }),
});
export type WireTypeDetail = v.InferOutput<typeof wireTypeDetail>;
