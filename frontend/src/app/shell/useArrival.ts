import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { CONTENT_ID } from './contentId';

/** How long a page may draw its skeleton before its heading comes. */
const PATIENCE = 8000;

/**
 * Whether the focus is in use already: in a field of the new page, in a dialog that opened with it, or in the list beside
 * it, which the arrows walk on from.
 */
const isAtWork = (): boolean =>
  document.activeElement?.closest(`[role="dialog"], [role="alertdialog"], #${CONTENT_ID} *, [data-pane] *`) !== null;

/** Focuses the page's heading, which a screen reader reads out. False while there is none. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>(`#${CONTENT_ID} h1`);
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** After each navigation, but not on the first page: the focus was on a link that is gone or out of sight. */
export function useArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    if (isAtWork() || focusHeading()) return undefined;
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (isAtWork() || focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), PATIENCE);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname]);
}
