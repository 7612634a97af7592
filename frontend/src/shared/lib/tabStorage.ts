import { idle } from './idle';
import { moduleMap } from './store';

/**
 * The only module that touches `sessionStorage`: what this tab keeps over a reload or a crash, and no other tab sees.
 * Where storage is forbidden or full, nothing is kept: it would not outlive the page anyway.
 */
function attempt<T>(action: (storage: Storage) => T, otherwise: T): T {
  try {
    return action(window.sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

/** What is to be written in the next pause of the page, by key. */
const waiting = moduleMap<string, () => string>();
/** ms that a crash of the tab can cost. */
const PAUSE_WITHIN = 500;

/** False when it could not be kept. */
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

/** Writes what waits for a pause. */
function settle(): void {
  for (const [key, make] of [...waiting]) writeTabText(key, make());
}

export function readTabText(key: string): string | null {
  if (waiting.has(key)) settle();
  return attempt((storage) => storage.getItem(key), null);
}

/**
 * For what is large and changes with every key: in the next pause, the last text of each key alone, and before the page
 * goes away. Whoever reads finds it at once.
 */
export function writeTabTextLater(key: string, make: () => string): void {
  if (waiting.size === 0) idle(settle, PAUSE_WITHIN);
  waiting.set(key, make);
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', settle);
  // A phone gives a page that was left no other sign before it ends it.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) settle();
  });
}

/** Nothing that the tab kept is left. */
export const clearTab = (): void => {
  waiting.clear();
  attempt((storage) => {
    storage.clear();
  }, undefined);
};
