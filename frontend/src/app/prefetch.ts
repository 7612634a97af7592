import { matchPath, type RouteObject } from 'react-router';

type Page = Pick<RouteObject, 'path' | 'lazy'>;

/** Long enough for a page to have asked for its own data before others' code is fetched. */
const REST = 2000;

const idle = (job: () => void): void => {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(job, { timeout: REST });
  else setTimeout(job, REST);
};

const linkOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('a[href^="/"]')?.getAttribute('href') ?? null) : null;

/**
 * Fetches the code of pages before they are opened: at the press on a link or with the mouse above it, and of the links
 * in sight once this page rests. `shell` comes with the first touch: what lies behind the log-in page.
 */
export function prefetchPages(pages: readonly Page[], shell: () => Promise<unknown>): void {
  const asked = new Set<Page>();
  const fetch = (href: string | null): void => {
    const page = pages.find(({ path = '' }) => href !== null && matchPath(path, href.split('?')[0] ?? '') !== null);
    if (!page || asked.has(page) || typeof page.lazy !== 'function') return;
    asked.add(page);
    // The step to the page asks again, and says what is wrong then.
    page.lazy().catch(() => asked.delete(page));
  };
  const fetchSeen = (): void => {
    for (const link of document.querySelectorAll('main a[href^="/"], nav a[href^="/"]')) {
      if (!link.closest('footer')) fetch(linkOf(link));
    }
  };
  const onTouch = ({ target }: Event): void => fetch(linkOf(target));
  for (const kind of ['pointerdown', 'pointerover', 'focusin']) document.addEventListener(kind, onTouch, true);
  document.addEventListener('pointerdown', () => idle(() => void shell().then(fetchSeen, () => undefined)), {
    once: true,
  });
  window.addEventListener('load', () => setTimeout(() => idle(fetchSeen), REST), { once: true });
}
