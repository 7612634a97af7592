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
