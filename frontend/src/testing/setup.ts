// A test of plain values says `@vitest-environment node` in its first line and is spared the browser and all below.
if (typeof document !== 'undefined') await import('./domSetup');
