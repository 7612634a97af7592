import { afterAll, vi } from 'vitest';

/**
 * The files share a process and its libraries. Each has the product's modules to itself, and what they keep. Modules that
 * are on their way when a file ends would be broken for whichever file comes next.
 */
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await vi.dynamicImportSettled();
  vi.resetModules();
});
