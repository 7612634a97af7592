import * as v from 'valibot';
import { wireProductHead, wireProductType } from '../../../entities/product/catalogue/wire';

/** GET /market/product-bind-app2/{productId}: one row per type; rows of one product share its `_id`. */
export const wireDetails = v.object({
  product: v.array(v.object({ ...wireProductHead.entries, productType: wireProductType })),
});
export type WireDetails = v.InferOutput<typeof wireDetails>;

/** POST /market/edit-productType-app2. */
export const wireEdited = v.object({ productType: wireProductType });
export type WireEdited = v.InferOutput<typeof wireEdited>;

export const wirePictures = v.object({ message: v.string(), imgs: v.array(v.object({ src: v.string() })) });

export type WirePictures = v.InferOutput<typeof wirePictures>;
