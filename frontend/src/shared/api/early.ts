/** Answers that theme-boot.js asked for while the code was still on its way, by address. */
type Early = Map<string, Promise<Response>>;

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
