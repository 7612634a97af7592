import type * as v from 'valibot';
import { expectTypeOf, it } from 'vitest';
import type { components } from '../../../shared/api/schema.gen';
import type { wireFound } from './wire';

type Declared = components['schemas']['FindReply']['orders'][number];
type Accepted = v.InferInput<typeof wireFound>['orders'][number];

// The server declares the status as any number, which the schema narrows to the three there are.
it('accepts what the server declares', () => {
  expectTypeOf<Omit<Declared, 'status'>>().toExtend<Omit<Accepted, 'status'>>();
});
