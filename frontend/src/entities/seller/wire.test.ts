import type * as v from 'valibot';
import { expectTypeOf, it } from 'vitest';
import type { components } from '../../shared/api/schema.gen';
import type { wireChildness, wireDashboard, wireSellerBind, wireSellerType } from './wire';

type Schemas = components['schemas'];

// Compared by the type checker: what the server declares has to be something that the schema accepts.
it('accepts what the server declares', () => {
  expectTypeOf<Schemas['SellerTypeReply']>().toExtend<v.InferInput<typeof wireSellerType>>();
  expectTypeOf<Schemas['DashboardReply']>().toExtend<v.InferInput<typeof wireDashboard>>();
  expectTypeOf<Schemas['SellerReply']>().toExtend<v.InferInput<typeof wireSellerBind>>();
  expectTypeOf<Schemas['ChildnessReply']>().toExtend<v.InferInput<typeof wireChildness>>();
});
