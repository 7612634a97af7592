import * as v from 'valibot';
import { DELIVERY, SECTIONS } from '../types';

const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const values = v.record(v.string(), v.union([scalar, v.array(v.looseObject({ id: v.string() }))]));

/** The unsaved edit of a section, as the tab stores it, and the server's copy that it is based on. */
export const draftSchema = v.object({
  id: v.picklist([...SECTIONS, DELIVERY]),
  before: v.object({ version: v.number(), values }),
  values,
});
