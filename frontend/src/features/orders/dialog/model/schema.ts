import * as v from 'valibot';
import { keptEdit } from '../../../../entities/write/schema';
import type { FullOrder } from '../api/types';
import type { Draft } from './draft';

const amount = v.nullable(v.number());

/** What the tab has kept of an order's changes. */
export const keptOrder = keptEdit<FullOrder, Draft>(
  v.object({
    quantities: v.record(v.string(), v.number()),
    prices: v.record(v.string(), amount),
    shipping: v.exactOptional(amount),
    paperBill: v.exactOptional(amount),
    note: v.exactOptional(v.string()),
  }),
);
