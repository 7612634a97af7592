import i18next from 'i18next';
import { matchPath, type RouteObject } from 'react-router';
import { askEarly } from '../shared/api/early';
import { loadAhead } from '../shared/lib/ahead';
import { afterRest, idle } from '../shared/lib/idle';

type Page = Pick<RouteObject, 'path' | 'lazy'>;

const linkOf = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target.closest('a[href^="/"]:not([download], [target])')?.getAttribute('href') ?? null)
    : null;

/** What a page asks for when it is opened, as webpack/pages.mjs wrote it into the document; a query changes that. */
function callsOf(href: string): readonly string[] {
  const written = document.querySelector('meta[name="pishkhan-pages"]')?.getAttribute('content') ?? '[]';
  for (const { path, calls } of JSON.parse(written) as readonly { path: string; calls: readonly string[] }[]) {
    const found = matchPath(path, href);
    if (found) return calls.map((call) => call.replaceAll(/:(\w+)/g, (_, name: string) => found.params[name] ?? ''));
  }
  return [];
}

/** A press that leads to another page in this tab. */
function onStep(event: MouseEvent): void {
  const href = linkOf(event.target);
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (href !== null && !elsewhere && href !== window.location.pathname) askEarly(callsOf(href), i18next.language);
}

/**
 * Fetches the code of pages before they are opened: when a link is pressed or hovered, and, once this page is idle, for
 * every link on it, one after the other. `shell` is the code behind the log-in page; it comes with the first touch.
 */
export function prefetchPages(pages: readonly Page[], shell: () => Promise<unknown>): void {
  const asked = new Set<Page>();
  const prefetch = async (href: string | null): Promise<void> => {
    const page = pages.find(({ path = '' }) => href !== null && matchPath(path, href.split('?')[0] ?? '') !== null);
    if (!page || asked.has(page) || typeof page.lazy !== 'function') return;
    asked.add(page);
    // Opening the page tries again and reports the failure.
    await page.lazy().catch(() => asked.delete(page));
  };
  const onTouch = ({ target }: Event): void => void prefetch(linkOf(target));
  for (const kind of ['pointerdown', 'pointerover', 'focusin']) document.addEventListener(kind, onTouch, true);
  document.addEventListener('click', onStep, true);
  document.addEventListener('pointerdown', () => idle(() => void shell().catch(() => undefined)), { once: true });
  const links = () => [...document.querySelectorAll('main a[href^="/"]')].map(linkOf);
  // After the parts that this page itself may need.
  afterRest(() => {
    for (const href of new Set(links())) loadAhead(() => prefetch(href));
  });
}
