import * as v from 'valibot';
import { wireImportPreviewReply } from '../../../shared/api/wire/imports.gen';
import type { ImportPreview } from '../model/types';

/** POST /market/products-import-preview-app2. `expiresAt` is a moment: a text that is none would never pass. */
export const wirePreview = v.object({
  ...wireImportPreviewReply.entries,
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type WirePreview = v.InferOutput<typeof wirePreview>;

export const toPreview = ({ importId, rows, expiresAt, ...same }: WirePreview): ImportPreview => ({
  ...same,
  id: importId,
  rows: rows.map(({ typeId, ...row }) => ({ ...row, isNew: typeId === '' })),
  expiresAt: Date.parse(expiresAt),
});
