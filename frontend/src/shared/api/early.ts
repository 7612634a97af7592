import { apiBase } from './apiBase';

/** Answers that were asked for before the page that wants them was there, by address: by theme-boot.js, or by a step. */
type Early = Map<string, Promise<Response>>;

/** ms in which the page of a step takes its answers: what it has no use for shall not answer a later call. */
const STEP = 3_000;

const asked = (): Early | undefined => (window as { pishkhanEarly?: Early }).pishkhanEarly;

/** Rejects when the call is given up or takes too long, as `fetch` itself does. */
const givenUp = ({ signal }: Request): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** `fetch`, which takes an answer that was asked for early; each of them once. */
export const fetchOrEarly: typeof fetch = (input, init) => {
  const early = input instanceof Request && input.method === 'GET' ? asked()?.get(input.url) : undefined;
  if (!early) return fetch(input, init);
  asked()?.delete((input as Request).url);
  return Promise.race([early, givenUp(input as Request)]);
};

/** What no page took is nobody's: a later call asks anew. */
export const dropEarly = (): void => asked()?.clear();

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
