import type * as v from 'valibot';
import { expectTypeOf, it } from 'vitest';
import type { components } from '../../shared/api/schema.gen';
import type { wireMessage, wireSession } from './wire';

type Schemas = components['schemas'];

// Compared by the type checker: what the server declares has to be something that the schema accepts.
it('accepts what the server declares', () => {
  expectTypeOf<Schemas['ValidateReply']>().toExtend<v.InferInput<typeof wireSession>>();
  expectTypeOf<Schemas['LogInReply']>().toExtend<v.InferInput<typeof wireSession>>();
  expectTypeOf<Schemas['MessageReply']>().toExtend<v.InferInput<typeof wireMessage>>();
});
