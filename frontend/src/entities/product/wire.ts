import * as v from 'valibot';
import { wireStockRow } from '../../shared/api/wire/products.gen';

/** GET /market/getMojoody-app2/{typeId}: a list with exactly the one type that was asked for. */
export const wireStock = v.object({ product: v.tuple([wireStockRow]) });
export type WireStock = v.InferOutput<typeof wireStock>;
