import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isChunkError, loadChunk, loadForStep } from './chunks';

const missing = (): Error => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a part of the code', () => {
  it('is asked for again until it comes', async () => {
    const load = vi.fn().mockRejectedValueOnce(missing()).mockRejectedValueOnce(missing()).mockResolvedValue('page');
    const page = loadChunk(load);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await page).toBe('page');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('fails as itself when it never comes', async () => {
    const load = vi.fn().mockImplementation(() => Promise.reject(missing()));
    const failed = loadChunk(load).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(isChunkError(await failed)).toBe(true);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is not asked for again when it came and broke', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('x is not a function'));
    await expect(loadChunk(load)).rejects.toThrow('x is not a function');
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('the code of a page', () => {
  it('is waited for while the device has no network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = vi.fn().mockImplementation(() => Promise.reject(missing()));
    const arrived = vi.fn();
    void loadForStep(load).then(arrived);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(3);
    load.mockResolvedValue('page');
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(arrived).toHaveBeenCalledWith('page');
  });

  it('fails with a network: a new version may have replaced its file', async () => {
    const load = vi.fn().mockImplementation(() => Promise.reject(missing()));
    const failed = loadForStep(load).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(isChunkError(await failed)).toBe(true);
  });
});
