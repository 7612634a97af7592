import * as v from 'valibot';
import { wireCustomerSalesRow, wireProductSalesRow, wireRegionSalesRow } from '../../shared/api/wire/sales.gen';

/** One endpoint reads the three reports: their rows differ, and so a row is any of the three. */
export const wireSalesRows = v.object({
  counts: v.array(v.union([wireProductSalesRow, wireRegionSalesRow, wireCustomerSalesRow])),
});
export type WireSalesRows = v.InferOutput<typeof wireSalesRows>;
