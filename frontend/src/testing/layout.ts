import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** px: lines of a virtual list are this high, and so is the page above it. */
export const LINE = 214;
const ABOVE = 300;

/**
 * Gives jsdom the layout of one long list: lines of one height below a header, and a window that scrolls. Call it before
 * the page is drawn.
 */
export function layOut(heightOf: (item: HTMLElement) => number = () => LINE): void {
  let scrolled = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function offsetHeight(this: HTMLElement) {
    return this.dataset['index'] === undefined ? 0 : heightOf(this);
  });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(this: HTMLElement) {
    return new DOMRect(0, this.role === 'list' ? ABOVE - scrolled : 0, 390, 0);
  });
  vi.stubGlobal('scrollTo', (to: number | ScrollToOptions, y = 0) => {
    scrolled = Math.max(0, typeof to === 'number' ? y : (to.top ?? 0));
    // As in a browser, where the event follows with the next frame.
    queueMicrotask(() => window.dispatchEvent(new Event('scroll')));
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.stubGlobal('scrollTo', () => undefined);
  });
}

/** What is drawn of the list: its items by their place in it, from 1. */
export const drawn = (): ReadonlyMap<number, HTMLElement> =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[aria-posinset]')].map((item) => [Number(item.ariaPosInSet), item]),
  );

/** As a seller who scrolls. */
export async function scrollPageTo(offset: number): Promise<void> {
  await act(async () => {
    window.dispatchEvent(new Event('wheel'));
    window.scrollTo(0, offset);
    await Promise.resolve();
  });
}

/** Where an item begins on the screen, in px; `gap` is that between the lines. */
export function offsetOf(item: HTMLElement, gap = 16): number {
  const list = item.closest<HTMLElement>('[role="list"]');
  const row = item.closest<HTMLElement>('[data-index]');
  if (!list || !row) throw new Error('not in a list');
  const rows = [...list.children] as HTMLElement[];
  const above = rows.slice(0, rows.indexOf(row)).filter(({ style }) => style.position !== 'absolute');
  const start = Number.parseFloat(list.style.paddingBlockStart || '0');
  return ABOVE + start + above.reduce((sum, one) => sum + one.offsetHeight + gap, 0) - window.scrollY;
}
