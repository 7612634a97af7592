import { apiBase } from './apiBase';

/** By URL: answers that were requested before their page was loaded, by theme-boot.js or at the start of a navigation. */
type Early = Map<string, Promise<Response>>;

/**
 * ms in which a page takes the answers that were requested early; unused ones must not answer a later call. Over a slow
 * network a page's code takes some seconds.
 */
const STEP = 10_000;

const asked = (): Early | undefined => (window as { pishkhanEarly?: Early }).pishkhanEarly;

/** Rejects when the call is aborted or times out, as `fetch` does. */
const aborted = ({ signal }: Request): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Drops the answers that no page has used. */
export const dropEarly = (): void => asked()?.clear();

/** `fetch` that uses an early answer where there is one; each only once, and none from before a write. */
export const fetchOrEarly: typeof fetch = (input, init) => {
  if (!(input instanceof Request)) return fetch(input, init);
  if (input.method !== 'GET') return fetch(input, init).finally(dropEarly);
  const early = asked()?.get(input.url);
  if (!early) return fetch(input, init);
  asked()?.delete(input.url);
  return Promise.race([early, aborted(input)]);
};

/** Called when a navigation starts: requests what its page will need beside the session check instead of after it. */
export function askEarly(calls: readonly string[], language: string): void {
  const known = asked() ?? new Map<string, Promise<Response>>();
  Object.assign(window, { pishkhanEarly: known });
  for (const call of calls) {
    const url = `${apiBase()}${call}`;
    const answer = fetch(url, { credentials: 'include', headers: { 'accept-language': language } });
    // Handled by the call that uses the answer; an unused one needs no handler.
    answer.catch(() => undefined);
    known.set(url, answer);
    setTimeout(() => {
      if (known.get(url) === answer) known.delete(url);
    }, STEP);
  }
}
