import * as v from 'valibot';
import { DELIVERY, SECTIONS } from '../types';

const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const values = v.record(v.string(), v.union([scalar, v.array(v.looseObject({ id: v.string() }))]));

/** What the tab has kept of the section that was being edited, and the copy that it was made on. */
export const keptSection = v.object({
  id: v.picklist([...SECTIONS, DELIVERY]),
  before: v.object({ version: v.number(), values }),
  values,
});
