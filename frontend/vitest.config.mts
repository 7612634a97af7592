import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Before any Date is made: every day and every clock of the product is Tehran's.
process.env['TZ'] = 'Asia/Tehran';

const routerFile = (name: string): string =>
  fileURLToPath(new URL(`./node_modules/react-router/dist/development/${name}`, import.meta.url));

export default defineConfig({
  define: { __DEV__: 'false' },
  resolve: {
    // One copy: Node's export conditions give the CommonJS build here and the ES modules there.
    alias: [
      { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
      { find: /^react-router$/, replacement: routerFile('index.mjs') },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: '@emotion/react' } },
  test: {
    isolate: false,
    maxWorkers: 3,
    // What is not named goes on: jsdom, whose frames hang from an interval, would wait for its next one for ever.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date'] },
    restoreMocks: true,
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'values',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['src/**/*.dom.test.ts'],
          setupFiles: ['src/testing/setup.ts'],
          sequence: { shuffle: { files: true }, groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          setupFiles: ['src/testing/setup.ts', 'src/testing/domSetup.ts'],
          sequence: { shuffle: { files: true }, groupOrder: 1 },
        },
      },
    ],
  },
});
