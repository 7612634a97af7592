import * as v from 'valibot';
import { keptEdit } from '../../../entities/write/schema';
import type { Draft } from './draft';
import type { Invoice } from './types';

/** What the tab has kept of a paper's changes. */
export const keptInvoice = keptEdit<Invoice, Draft>(
  v.object({
    quantities: v.record(v.string(), v.string()),
    paperTotal: v.exactOptional(v.nullable(v.number())),
    sellerNote: v.exactOptional(v.string()),
  }),
);
