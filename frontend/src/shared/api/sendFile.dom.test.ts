import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '../../testing/server';
import { isFile, sendFile } from './sendFile';

const base = 'http://localhost/';
const file = new Blob(['جدول'], { type: 'application/octet-stream' });

const send = (signal = new AbortController().signal, onProgress?: (sent: number) => void) =>
  sendFile(
    { url: 'market/products-import-preview-app2', file, type: 'text/csv', onProgress },
    {
      base,
      language: 'fa',
      signal,
    },
  );

const answer = (reply: () => Response) => {
  server.use(http.post('*/market/products-import-preview-app2', reply));
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a file', () => {
  it('goes under the type that is told, and not the one that the system thinks of', async () => {
    const seen: unknown[] = [];
    server.use(
      http.post('*/market/products-import-preview-app2', ({ request }) => {
        seen.push(...['content-type', 'accept-language', 'accept'].map((name) => request.headers.get(name)));
        return HttpResponse.json({ importId: 'i1' });
      }),
    );
    expect((await send()).data).toEqual({ importId: 'i1' });
    expect(seen).toEqual(['text/csv', 'fa', 'application/json']);
  });

  it('may be refused, with how long to wait', async () => {
    answer(() => HttpResponse.json({ message: 'نه' }, { status: 429, headers: { 'Retry-After': '60' } }));
    const { error, meta } = await send();
    expect(error).toEqual({ status: 429, data: { message: 'نه' } });
    expect(meta?.response?.headers.get('retry-after')).toBe('60');
  });

  it('may be answered by what is no JSON, or by nothing', async () => {
    answer(() => new HttpResponse('<html>', { status: 502 }));
    expect((await send()).error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>' });
    answer(() => new HttpResponse(null, { status: 204 }));
    expect((await send()).data).toBeNull();
  });

  it('may not arrive', async () => {
    answer(() => HttpResponse.error());
    expect((await send()).error).toMatchObject({ status: 'FETCH_ERROR' });
  });
});

type Sent = Pick<ProgressEvent, 'lengthComputable' | 'loaded' | 'total'>;

/** A line whose speed the test decides: nothing else can be slow by order. */
class SlowLine extends EventTarget {
  static last: SlowLine;
  readonly upload: { onprogress?: (sent: Sent) => void; onload?: () => void } = {};
  timeout = 0;
  body: unknown = null;
  onabort: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  constructor() {
    super();
    SlowLine.last = this;
  }
  open(): void {
    /* nobody listens */
  }
  setRequestHeader(): void {
    /* see open */
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.onabort?.();
  }
}

describe('a slow line', () => {
  it('may take as long as it needs; from then on the server has a minute', async () => {
    vi.stubGlobal('XMLHttpRequest', SlowLine);
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const told: number[] = [];
    const sending = send(undefined, (sent) => told.push(sent));
    const { last } = SlowLine;
    expect(last.body, 'the file is the whole body').toBe(file);
    const progress = (loaded: number, lengthComputable = true) =>
      last.upload.onprogress?.({ lengthComputable, loaded, total: 8 });
    progress(2);
    progress(4);
    progress(9, false);
    expect(told).toEqual([0.25, 0.5]);
    expect(last.timeout, 'no limit while it is sent').toBe(0);
    now.mockReturnValue(301_000);
    last.upload.onload?.();
    expect(told).toEqual([0.25, 0.5, 1]);
    expect(last.timeout, 'counted from the beginning').toBe(360_000);
    last.ontimeout?.();
    expect((await sending).error).toMatchObject({ status: 'FETCH_ERROR' });
    now.mockRestore();
  });

  it('can be given up while the file is on its way', async () => {
    vi.stubGlobal('XMLHttpRequest', SlowLine);
    const giveUp = new AbortController();
    const stopped = vi.spyOn(SlowLine.prototype, 'abort');
    const sending = send(giveUp.signal);
    giveUp.abort();
    expect((await sending).error).toMatchObject({ status: 'FETCH_ERROR' });
    expect(stopped).toHaveBeenCalledOnce();
  });
});

it('is told apart from every other call', () => {
  expect(isFile({ url: 'x', file, type: 'text/csv' })).toBe(true);
  for (const other of ['x', null, { url: 'x' }, { url: 'x', file: 'text' }]) expect(isFile(other)).toBe(false);
});
