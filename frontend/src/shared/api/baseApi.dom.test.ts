import { HttpResponse, http } from 'msw';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { makeClient } from '../../app/client';
import { sellerApi } from '../../entities/seller/endpoints';
import { sellerOfType } from '../../entities/seller/msw';
import { server } from '../../testing/server';
import { isReachable } from './connection';

const url = '*/market/get-seller-type-app2';

async function ask() {
  const { store, joinApi } = makeClient((routes) => createMemoryRouter(routes, { initialEntries: ['/about'] }));
  await joinApi();
  return store.dispatch(sellerApi.endpoints.sellerStatus.initiate(undefined, { forceRefetch: true, subscribe: false }));
}

describe('a call', () => {
  it('speaks the language of the page and sends the cookies', async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get(url, ({ request }) => {
        seen.push(request.headers.get('accept-language'), request.credentials);
        return HttpResponse.json({ seller: [] });
      }),
    );
    expect((await ask()).data).toEqual({ type: -1, isActive: false });
    expect(seen).toEqual(['fa', 'include']);
  });

  it('tells an answer of an unexpected shape from everything else', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue(undefined);
    server.use(http.get(url, () => HttpResponse.json({ seller: 'none' })));
    expect((await ask()).error).toEqual({ kind: 'contract', lines: [] });
    expect(complaint).toHaveBeenCalledOnce();
  });

  it('keeps how long the server wants it to wait', async () => {
    server.use(
      http.get(url, () => HttpResponse.json({ message: 'کمی بعد' }, { status: 503, headers: { 'Retry-After': '7' } })),
    );
    expect((await ask()).error).toEqual({ kind: 'http', status: 503, lines: ['کمی بعد'], retryAfter: 7 });
  });

  it('notes that the server cannot be reached, and that it can again', async () => {
    server.use(http.get(url, () => HttpResponse.error()));
    expect((await ask()).error).toEqual({ kind: 'offline', lines: [] });
    expect(isReachable()).toBe(false);
    server.use(sellerOfType(2));
    expect((await ask()).data).toEqual({ type: 2, isActive: true });
    expect(isReachable()).toBe(true);
  });
});
