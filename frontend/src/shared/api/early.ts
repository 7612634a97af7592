import { apiBase } from './apiBase';

/** Answers that were asked for before the page that wants them was there, by address: by theme-boot.js, or by a step. */
type Early = Map<string, Promise<Response>>;

/**
 * ms in which the page of a step takes its answers: what it has no use for shall not answer a later call. A page whose
 * code comes over a slow network takes some seconds to ask.
 */
const STEP = 10_000;

const asked = (): Early | undefined => (window as { pishkhanEarly?: Early }).pishkhanEarly;

/** Rejects when the call is given up or takes too long, as `fetch` itself does. */
const givenUp = ({ signal }: Request): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Forgets the answers that no page has taken: a later call asks anew. */
export const dropEarly = (): void => asked()?.clear();

/** `fetch`, which takes an answer that was asked for early; each of them once, and none from before a write. */
export const fetchOrEarly: typeof fetch = (input, init) => {
  if (!(input instanceof Request)) return fetch(input, init);
  if (input.method !== 'GET') return fetch(input, init).finally(dropEarly);
  const early = asked()?.get(input.url);
  if (!early) return fetch(input, init);
  asked()?.delete(input.url);
  return Promise.race([early, givenUp(input)]);
};

/** A step has begun: asks for what its page will ask for, beside the check of the session instead of after it. */
export function askEarly(calls: readonly string[], language: string): void {
  const known = asked() ?? new Map<string, Promise<Response>>();
  Object.assign(window, { pishkhanEarly: known });
  for (const call of calls) {
    const url = `${apiBase()}${call}`;
    const answer = fetch(url, { credentials: 'include', headers: { 'accept-language': language } });
    // Whoever takes it hears of a failure; when nobody does, there is nothing to tell.
    answer.catch(() => undefined);
    known.set(url, answer);
    setTimeout(() => {
      if (known.get(url) === answer) known.delete(url);
    }, STEP);
  }
}
