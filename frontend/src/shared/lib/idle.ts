/** ms: long enough for a page to have asked for its own data before others' code is fetched. */
const REST = 2000;

/** In a pause of the page, after `within` ms at the latest. */
export function idle(job: () => void, within = REST): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(job, { timeout: within });
  else setTimeout(job, within);
}

/** Once the page has loaded and rested. Returns what gives it up. */
export function afterRest(job: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(() => idle(job), REST);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    clearTimeout(timer);
  };
}
