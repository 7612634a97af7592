import { afterAll, afterEach, vi } from 'vitest';
import { resetModules } from '../shared/lib/store';

// After the page of the test is gone: hooks run in the reverse order of their files.
afterEach(resetModules);

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
