import { onBack } from '../api/connection';

/** Waits before another try, in milliseconds: the first for a cell that just changed, the second for a short tunnel. */
const PAUSES = [400, 1600];

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Whether a chunk could not be loaded: the network is gone, or a new version has replaced the files. */
export const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** Loads a chunk, with retries. */
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
 * `loadChunk` for a navigation: while the device is offline it waits, and the old page stays open, because the router never
 * retries a failed route.
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
