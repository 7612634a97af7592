import * as v from 'valibot';
import type { ImportPreview } from '../model/types';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const wirePreview = v.object({
  importId: v.string(),
  rows: v.array(
    v.object({
      row: count,
      typeId: v.string(),
      title: v.string(),
      typeName: v.string(),
      changes: v.array(
        v.object({ field: v.string(), label: v.string(), from: v.string(), to: v.string(), jump: v.boolean() }),
      ),
    }),
  ),
  created: count,
  updated: count,
  unchanged: count,
  jumps: count,
  failed: count,
  problems: v.array(v.object({ row: count, column: v.string(), value: v.string(), message: v.string() })),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});

export type WirePreview = v.InferOutput<typeof wirePreview>;

export const wireCommitted = v.object({ message: v.string(), created: count, updated: count, failed: count });

export const toPreview = ({ importId, rows, expiresAt, ...same }: WirePreview): ImportPreview => ({
  ...same,
  id: importId,
  rows: rows.map(({ typeId, ...row }) => ({ ...row, isNew: typeId === '' })),
  expiresAt: Date.parse(expiresAt),
});
