import * as v from 'valibot';
import { type WirePastedRow, wireImportPreviewReply, wirePasteBody } from '../../../shared/api/wire/imports.gen';

/** POST /market/products-import-preview-app2. `expiresAt` must be a timestamp: any other text would never expire. */
export const wirePreview = v.object({
  ...wireImportPreviewReply.entries,
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type WirePreview = v.InferOutput<typeof wirePreview>;

/** What a file would change. Rows and problems are 500 at most, those with a jump (over 30 percent) first. */
export type ImportPreview = ReturnType<typeof toPreview>;
export type ChangedRow = ImportPreview['rows'][number];

/** `row` is its number in the file; `from` is empty for a new type; `expiresAt` becomes epoch milliseconds. */
export const toPreview = ({ importId, rows, expiresAt, ...same }: WirePreview) => ({
  ...same,
  id: importId,
  rows: rows.map(({ typeId, ...row }) => ({ ...row, isNew: typeId === '' })),
  expiresAt: Date.parse(expiresAt),
});

const pastedState = v.object({ pasted: wirePasteBody.entries.rows });

/** What the products' page brings along in the history's state; null when it brings nothing. */
export function pastedIn(state: unknown): readonly WirePastedRow[] | null {
  const found = v.safeParse(pastedState, state);
  return found.success ? found.output.pasted : null;
}
