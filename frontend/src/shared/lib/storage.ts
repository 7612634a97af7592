import { moduleMap } from './store';

/**
 * The only module that touches `localStorage`. Where storage is forbidden or full (private mode, quota),
 * values live in memory until the page is closed.
 */
const memory = moduleMap<string, string>();

function attempt<T>(action: (storage: Storage) => T, otherwise: () => T): T {
  try {
    return action(window.localStorage);
  } catch (error) {
    if (error instanceof DOMException) return otherwise();
    throw error;
  }
}

export function readText(key: string): string | null {
  return (
    memory.get(key) ??
    attempt(
      (storage) => storage.getItem(key),
      () => null,
    )
  );
}

export function writeText(key: string, value: string): void {
  memory.delete(key);
  attempt(
    (storage) => {
      storage.setItem(key, value);
    },
    () => {
      memory.set(key, value);
    },
  );
}

export function removeText(key: string): void {
  memory.delete(key);
  attempt(
    (storage) => {
      storage.removeItem(key);
    },
    () => undefined,
  );
}
