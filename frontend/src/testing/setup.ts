import { afterAll, vi } from 'vitest';

/** The files share a process and its libraries. Each has the product's modules to itself, and what they keep. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
