import { HttpResponse, http, type JsonBodyType } from 'msw';

/** `status` 0 is a lost reply. */
type Scripted = readonly [status: number, body?: JsonBodyType];

/** Takes and removes pictures; `after` is told what became of whose. */
export function pictureService(after: (kind: 'product' | 'type', id: string, images: readonly string[]) => void) {
  const calls: { method: string; path: string; type: string | null }[] = [];
  let script: Scripted[] = [];
  let gate: Promise<void> = Promise.resolve();

  const answer = async (request: Request, kind: 'product' | 'type', id: string, images: readonly string[]) => {
    const { pathname } = new URL(request.url);
    calls.push({ method: request.method, path: pathname, type: request.headers.get('content-type') });
    await gate;
    const [next, ...rest] = script;
    script = rest;
    if (next) {
      const [status, body = {}] = next;
      return status === 0 ? HttpResponse.error() : HttpResponse.json(body, { status });
    }
    after(kind, id, images);
    const message = images.length > 0 ? 'تصویر با موفقیت ثبت شد.' : 'تصویر حذف شد.';
    return HttpResponse.json({ message, imgs: images.map((src) => ({ src })) });
  };
  const both = (kind: 'product' | 'type', path: string) => [
    http.post(`*${path}/:id`, ({ request, params }) =>
      answer(request, kind, String(params['id']), ['/media/new/960.jpg']),
    ),
    http.delete(`*${path}/:id`, ({ request, params }) => answer(request, kind, String(params['id']), [])),
  ];
  return {
    handlers: [...both('product', '/market/product-image-app2'), ...both('type', '/market/product-type-image-app2')],
    calls,
    failNext: (...next: Scripted) => {
      script = [...script, next];
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
