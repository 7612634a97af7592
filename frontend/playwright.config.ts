import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The running product: `make run`, or any other place that serves the built client and its API. */
const baseURL = process.env['PISHKHAN_URL'] ?? 'http://127.0.0.1:8080';

/** Chromium without its windows, or the whole of it where that is not there. */
const SHELL = '/usr/bin/chromium-headless-shell';
const browser = process.env['PISHKHAN_CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

/**
 * `1`: every test in every size that it knows, and the tables of several minutes (`make prove`). `rest`: of those, what
 * `make test` does not run in that size.
 */
const whole = process.env['PISHKHAN_E2E_WHOLE'];
const isWhole = whole === '1';
const TABLES = /(cut-off|layer-code|states)\.spec/;
/**
 * Most tests do not look at the size, and `make test` runs them on the phone. Tags tell of the others: `@both` has a layout
 * of its own in each size, `@wide` and `@phone` have only the one.
 */
const PHONE = {
  name: 'phone',
  grepInvert: /@wide/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const DESKTOP = {
  name: 'desktop',
  ...(isWhole
    ? { grepInvert: /@phone/ }
    : whole === 'rest'
      ? { grepInvert: /@(both|wide|phone)/ }
      : { grep: /@(both|wide)/ }),
  use: { viewport: { width: 1440, height: 900 } },
};

export default defineConfig({
  testDir: './e2e/specs',
  testIgnore: isWhole ? [] : TABLES,
  forbidOnly: process.env['CI'] !== undefined,
  // A file's tests share what it works on, so they follow one another; files run side by side.
  fullyParallel: false,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The failures once more in few words at the very end, where a cut-off log still shows them.
  reporter: [
    ['list'],
    ['html', { open: 'never' }],
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : []),
    ['./e2e/failures.ts'],
  ],
  use: {
    baseURL,
    // Its certificate is of an authority made on the spot (`PISHKHAN_TLS=1`).
    ignoreHTTPSErrors: baseURL.startsWith('https:'),
    browserName: 'chromium',
    locale: 'fa-IR',
    timezoneId: 'Asia/Tehran',
    serviceWorkers: 'block',
    // Pictures of every step cost more than the steps: a third of the run. `--trace on` brings them for one test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Letters as wide in the headless shell as in the whole browser, and on paper.
        '--font-render-hinting=none',
        // For the client on an origin of its own; nothing else has these names.
        '--host-resolver-rules=MAP panel.test 127.0.0.1,MAP api.panel.test 127.0.0.1,MAP foreign.test 127.0.0.1',
      ],
    },
  },
  projects: whole === 'rest' ? [DESKTOP] : [PHONE, DESKTOP],
});
