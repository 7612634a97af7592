import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { server } from '../../testing/server';
import { dropEarly, fetchOrEarly } from './early';

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

it('keeps writes, other addresses and what nobody took out of it', async () => {
  server.use(http.post(url, () => HttpResponse.text('written')));
  server.use(http.get(url, () => HttpResponse.text('later')));
  early(Promise.resolve(new Response('early')));
  expect(await text(new Request(url, { method: 'POST' }))).toBe('written');
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
