import { defineConfig } from 'vitest/config';

// Before any Date is made: every day and every clock of the product is Tehran's.
process.env['TZ'] = 'Asia/Tehran';

export default defineConfig({
  define: { __API_BASE__: '""', __DEV__: 'false' },
  oxc: { jsx: { runtime: 'automatic', importSource: '@emotion/react' } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
    maxWorkers: 2,
  },
});
