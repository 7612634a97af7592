import { onBack } from '../api/connection';

/** Waits before another try, in milliseconds: the first for a cell that just changed, the second for a short tunnel. */
const PAUSES = [400, 1600];

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Whether a part of the app's own code did not come: the network is gone, or a new version has replaced the files. */
export const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** Loads a part of the app's code, and tries again when its file does not come. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES) {
    try {
      return await load();
    } catch (error) {
      if (!isChunkError(error)) throw error;
      await pause(ms);
    }
  }
  return load();
}

const back = (): Promise<void> =>
  new Promise((done) => {
    const forget = onBack(() => {
      forget();
      done();
    });
  });

/**
 * `loadChunk` for a step to a page: as long as the device has no network it waits, and with it the step, on the page
 * that it leads away from. The router keeps a failure for ever.
 */
export async function loadForStep<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadChunk(load);
    } catch (error) {
      if (!isChunkError(error) || navigator.onLine) throw error;
      await back();
    }
  }
}
