// @vitest-environment node
import type * as v from 'valibot';
import { expectTypeOf, it } from 'vitest';
import type { components } from '../../shared/api/schema.gen';
import type { wireSalesRows, wireSeries } from './wire';

type Schemas = components['schemas'];
type Rows = v.InferInput<typeof wireSalesRows>;

// Compared by the type checker: what the server declares has to be something that the schema accepts.
it('accepts what the server declares', () => {
  expectTypeOf<Schemas['ReportReply_ProductSalesRow']>().toExtend<Rows>();
  expectTypeOf<Schemas['ReportReply_RegionSalesRow']>().toExtend<Rows>();
  expectTypeOf<Schemas['ReportReply_CustomerSalesRow']>().toExtend<Rows>();
  expectTypeOf<Schemas['SeriesReply']>().toExtend<v.InferInput<typeof wireSeries>>();
});
