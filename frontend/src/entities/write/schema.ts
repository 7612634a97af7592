import * as v from 'valibot';
import type { KeptEdit } from './edit';

/** `changes` are looked at closely; of the copy, which the server gave, its version is. */
export const keptEdit = <Copy extends { readonly version: number }, Changes>(
  changes: v.GenericSchema<unknown, Changes>,
): v.GenericSchema<unknown, KeptEdit<Copy, Changes>> =>
  v.object({
    before: v.pipe(
      v.looseObject({ version: v.number() }),
      v.transform((copy) => copy as unknown as Copy),
    ),
    changes,
  });
