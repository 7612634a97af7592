import { idle } from './idle';
import { moduleMap } from './store';

/**
 * The only module that touches `sessionStorage`: values that survive a reload or a crash of this tab and that no other tab
 * sees. Where storage is forbidden or full nothing is stored: memory would not outlive the page.
 */
function attempt<T>(action: (storage: Storage) => T, otherwise: T): T {
  try {
    return action(window.sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

/** Texts to be written when the page is idle, by key. */
const waiting = moduleMap<string, () => string>();
/** ms of work that a crash of the tab can lose. */
const PAUSE_WITHIN = 500;

/** False when it could not be stored. */
export const writeTabText = (key: string, value: string): boolean => {
  waiting.delete(key);
  return attempt((storage) => {
    storage.setItem(key, value);
    return true;
  }, false);
};

export const removeTabText = (key: string): void => {
  waiting.delete(key);
  attempt((storage) => {
    storage.removeItem(key);
  }, undefined);
};

/** Writes the pending texts now. */
function settle(): void {
  for (const [key, make] of [...waiting]) writeTabText(key, make());
}

export function readTabText(key: string): string | null {
  if (waiting.has(key)) settle();
  return attempt((storage) => storage.getItem(key), null);
}

/**
 * For large texts that change with every key stroke: only the last text of each key is written, when the page is idle or
 * before it goes away. A read finds the pending text.
 */
export function writeTabTextLater(key: string, make: () => string): void {
  if (waiting.size === 0) idle(settle, PAUSE_WITHIN);
  waiting.set(key, make);
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', settle);
  // A phone may end a hidden page without any other event.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) settle();
  });
}

/** Removes everything that this tab has stored. */
export const clearTab = (): void => {
  waiting.clear();
  attempt((storage) => {
    storage.clear();
  }, undefined);
};
