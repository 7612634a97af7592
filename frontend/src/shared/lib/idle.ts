/** ms: long enough for a page to request its own data before other code is loaded. */
const REST = 2000;

/** When the page is idle, after `within` ms at the latest. */
export function idle(job: () => void, within = REST): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(job, { timeout: within });
  else setTimeout(job, within);
}

/** Once the page has loaded and is idle. Returns its cancellation. */
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
