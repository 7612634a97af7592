import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { server } from '../../testing/server';
import { askEarly, dropEarly, fetchOrEarly } from './early';

const url = new URL('/user/validate-token-app2', window.location.origin).href;
const text = async (request: Request): Promise<string> => (await fetchOrEarly(request)).text();

function early(answer: Promise<Response>): void {
  Object.assign(window, { pishkhanEarly: new Map([[url, answer]]) });
}

afterEach(() => {
  Object.assign(window, { pishkhanEarly: undefined });
});

it('gives an early answer once, and asks anew the second time', async () => {
  server.use(http.get(url, () => HttpResponse.text('later')));
  early(Promise.resolve(new Response('early')));
  expect(await text(new Request(url))).toBe('early');
  expect(await text(new Request(url))).toBe('later');
});

it('does not answer a write, nor what is asked after one', async () => {
  server.use(http.post(url, () => HttpResponse.text('written')));
  server.use(http.get(url, () => HttpResponse.text('later')));
  early(Promise.resolve(new Response('early')));
  expect(await text(new Request(url, { method: 'POST' }))).toBe('written');
  expect(await text(new Request(url))).toBe('later');
});

it('asks anew for what nobody took', async () => {
  server.use(http.get(url, () => HttpResponse.text('later')));
  early(Promise.resolve(new Response('early')));
  dropEarly();
  expect(await text(new Request(url))).toBe('later');
});

it('gives up when the call is given up', async () => {
  early(new Promise(() => undefined));
  const control = new AbortController();
  const answer = text(new Request(url, { signal: control.signal }));
  control.abort();
  await expect(answer).rejects.toThrow(/abort/i);
});

it('asks for the first answers of a step, which its page takes, and nobody else later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const languages: (string | null)[] = [];
    server.use(
      http.get(url, ({ request }) => {
        languages.push(request.headers.get('accept-language'));
        return HttpResponse.text(`answer ${languages.length}`);
      }),
    );
    askEarly(['user/validate-token-app2'], 'fa');
    expect(await text(new Request(url))).toBe('answer 1');
    askEarly(['user/validate-token-app2'], 'fa');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await text(new Request(url))).toBe('answer 3');
    expect(languages).toEqual(['fa', 'fa', null]);
  } finally {
    vi.useRealTimers();
  }
});
