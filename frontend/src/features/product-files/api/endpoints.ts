import { baseApi } from '../../../shared/api/baseApi';
import { marketCall } from '../../../shared/api/calls';
import { idempotent } from '../../../shared/api/idempotencyKey';
import {
  type WireImportCommitReply,
  type WirePastedRow,
  wireImportCommitReply,
} from '../../../shared/api/wire/imports.gen';
import type { SheetFile } from '../model/checkFile';
import { fileFrom } from './receiveFile';
import { type ImportPreview, toPreview, type WirePreview, wirePreview } from './wire';

interface Sending {
  readonly sheet: SheetFile;
  readonly onProgress: (sent: number) => void;
}

/** Long enough for 40,000 rows, in milliseconds. */
const COMMITTING = 120_000;

const bulkApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    exportProducts: build.mutation<string, undefined>({
      query: () => fileFrom('market/products-export-app2', 'products.xlsx'),
    }),
    failedRows: build.mutation<string, string>({
      query: (id) => fileFrom(marketCall('products-import-failed-app2', id), 'products-failed.xlsx'),
    }),
    previewImport: build.mutation<ImportPreview, Sending>({
      query: ({ sheet, onProgress }) => ({
        url: 'market/products-import-preview-app2',
        file: sheet.content,
        type: sheet.type,
        onProgress,
      }),
      rawResponseSchema: wirePreview,
      transformResponse: (wire: WirePreview) => toPreview(wire),
    }),
    previewPaste: build.mutation<ImportPreview, readonly WirePastedRow[]>({
      query: (rows) => ({ url: 'market/products-paste-preview-app2', method: 'POST', body: { rows } }),
      rawResponseSchema: wirePreview,
      transformResponse: (wire: WirePreview) => toPreview(wire),
    }),
    commitImport: build.mutation<WireImportCommitReply, { readonly id: string; readonly key: string }>({
      query: ({ id, key }) => ({
        url: marketCall('products-import-commit-app2', id),
        method: 'POST',
        headers: idempotent(key),
        timeout: COMMITTING,
      }),
      rawResponseSchema: wireImportCommitReply,
      // Also after a failure, since the commit may have been done without an answer. Store and dashboard count the types.
      invalidatesTags: ['Product', 'Stock', 'Seller', 'Dashboard'],
    }),
  }),
});

export const {
  useExportProductsMutation,
  useFailedRowsMutation,
  usePreviewImportMutation,
  usePreviewPasteMutation,
  useCommitImportMutation,
} = bulkApi;
