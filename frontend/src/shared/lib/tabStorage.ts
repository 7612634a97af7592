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

export const readTabText = (key: string): string | null => attempt((storage) => storage.getItem(key), null);

/** False when it could not be kept. */
export const writeTabText = (key: string, value: string): boolean =>
  attempt((storage) => {
    storage.setItem(key, value);
    return true;
  }, false);

export const removeTabText = (key: string): void => {
  attempt((storage) => {
    storage.removeItem(key);
  }, undefined);
};

/** Nothing that the tab kept is left. */
export const clearTab = (): void => {
  attempt((storage) => {
    storage.clear();
  }, undefined);
};
