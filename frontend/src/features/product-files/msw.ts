import { HttpResponse, http, type JsonBodyType } from 'msw';
import type { WireChangeRow, WireImportPreviewRow } from '../../shared/api/wire/imports.gen';
import type { WirePreview } from './api/wire';

export const wireChange = (own: Partial<WireChangeRow> = {}): WireChangeRow => ({
  field: 'sell_price',
  label: 'قیمت فروش',
  from: '100000',
  to: '110000',
  jump: false,
  ...own,
});

export const wireRow = (row: number, own: Partial<WireImportPreviewRow> = {}): WireImportPreviewRow => ({
  row,
  typeId: `type-${row}`,
  title: `محصول ${row}`,
  typeName: '۷۰۰ گرم',
  changes: [wireChange()],
  ...own,
});

export const wirePreviewOf = (own: Partial<WirePreview> = {}): WirePreview => ({
  importId: 'import-1',
  rows: [],
  created: 0,
  updated: 0,
  unchanged: 0,
  jumps: 0,
  failed: 0,
  problems: [],
  expiresAt: '2026-11-22T10:30:00Z',
  ...own,
});

/** `status` 0 is a lost reply. */
type Scripted = readonly [status: number, body?: JsonBodyType];

/** The server's part of a bulk change: it records what it was sent, and its next answers can be set. */
export function bulkService(preview: WirePreview = wirePreviewOf()) {
  const sent: { type: string | null }[] = [];
  const commits: { id: string; key: string | null }[] = [];
  const files: string[] = [];
  const script = new Map<string, Scripted[]>();
  let gate: Promise<void> = Promise.resolve();

  const scripted = (call: string) => {
    const next = script.get(call)?.shift();
    if (!next) return null;
    const [status, body = {}] = next;
    return status === 0 ? HttpResponse.error() : HttpResponse.json(body, { status });
  };
  const file = (call: string, name: string) => {
    files.push(call);
    return (
      scripted(call) ??
      new HttpResponse('XLSX', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
    );
  };
  const handlers = [
    http.get('*/market/products-export-app2', async () => {
      await gate;
      return file('export', 'products-1405-09-01.xlsx');
    }),
    http.post('*/market/products-import-preview-app2', async ({ request }) => {
      sent.push({ type: request.headers.get('content-type') });
      await gate;
      return scripted('preview') ?? HttpResponse.json(preview);
    }),
    http.post('*/market/products-paste-preview-app2', async ({ request }) => {
      sent.push({ type: request.headers.get('content-type') });
      await gate;
      return scripted('preview') ?? HttpResponse.json(preview);
    }),
    http.post('*/market/products-import-commit-app2/:id', async ({ request, params }) => {
      commits.push({ id: String(params['id']), key: request.headers.get('idempotency-key') });
      await gate;
      const { created, updated, failed } = preview;
      return (
        scripted('commit') ??
        HttpResponse.json({ message: `${created + updated} ردیف با موفقیت ثبت شد.`, created, updated, failed })
      );
    }),
    http.get('*/market/products-import-failed-app2/:id', () => file('failed', 'failed.xlsx')),
  ];
  return {
    handlers,
    sent,
    commits,
    files,
    /** The next answer to `export`, `preview`, `commit` or `failed`. */
    answerNext: (call: 'export' | 'preview' | 'commit' | 'failed', ...answer: Scripted) => {
      script.set(call, [...(script.get(call) ?? []), answer]);
    },
    /** Answers wait until the returned function is called. */
    hold: () => {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        release();
      };
    },
  };
}
