import { type APIRequestContext, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { hindrances } from './models/axe';
import { inputOf, recordInput } from './models/input';

export const themes = ['light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];

/** The accounts of the demo data. */
export const sellers = {
  normal: { cellphone: '09120000001', password: 'pishkhan-demo-1' },
  special: { cellphone: '09120000002', password: 'pishkhan-demo-2' },
  exclusive: { cellphone: '09120000003', password: 'pishkhan-demo-3' },
  /** Of the normal one; may look at its products and not change them. */
  child: { cellphone: '09120000004', password: 'pishkhan-demo-4' },
} as const;

/** Staff of the platform. */
export const operator = { cellphone: '09120000009', password: 'pishkhan-demo-9' } as const;

interface Account {
  readonly cellphone: string;
  readonly password: string;
}
type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];

interface Fixtures {
  /** Complaints of the page that this test expects, as patterns. All others fail it. */
  allowed: RegExp[];
  /** Watches the console, uncaught errors and the content security policy; runs by itself. */
  watch: undefined;
  /** axe on what is on show: nothing serious. */
  accessible: () => Promise<void>;
  /** Switches the theme as the stored choice does. */
  useTheme: (theme: ThemeName) => Promise<void>;
  /** Gives the page a session of an account of the demo, which other tests have as well: nothing may end it. */
  logIn: (who?: Account) => Promise<void>;
  /** Logs in by the call that the form makes, for this test alone: the page is where it was. */
  logInAnew: (who: Account) => Promise<void>;
  /** Logs in by the form and waits for home. */
  logInByForm: (who?: Account) => Promise<void>;
}

interface Shared {
  /** The cookies of a session that the tests of a worker share. */
  sessionOf: (who: Account) => Promise<Cookies>;
}

/**
 * The server closes a connection that rests; a request that is just then sent on it is lost unread, and a browser sends
 * it again by itself. So do the calls of the tests, which no browser makes.
 */
export function sendAgain(request: APIRequestContext): void {
  const fetch = request.fetch.bind(request);
  request.fetch = (url, options) => fetch(url, { maxRetries: 2, ...options });
}

async function logInBy(request: APIRequestContext, { cellphone, password }: Account): Promise<void> {
  const response = await request.post('/auth/login-app2', { data: { cellphone, password } });
  expect(response.status()).toBe(200);
}

async function collectViolations(page: Page, seen: string[]): Promise<void> {
  await page.exposeFunction('reportViolation', (what: string) => {
    seen.push(`content security policy: ${what}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation: (what: string) => Promise<void> }).reportViolation;
      void report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/**
 * A user has ten sessions at most, and the oldest ends: those that short tests leave behind would put out a long one
 * that runs beside them. A failed test keeps its page, for the picture.
 */
async function endSession(page: Page, { status, expectedStatus }: TestInfo): Promise<void> {
  if (status !== expectedStatus) return;
  // A page that is still there would meet the end of its session.
  const { request } = page;
  await page.close();
  await request.post('/auth/logout-app2');
}

export const test = base.extend<Fixtures, Shared>({
  sessionOf: [
    async ({ playwright }, use, { project }) => {
      const sessions = new Map<string, APIRequestContext>();
      await use(async (who) => {
        let session = sessions.get(who.cellphone);
        if (!session) {
          session = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' });
          sendAgain(session);
          await logInBy(session, who);
          sessions.set(who.cellphone, session);
        }
        return (await session.storageState()).cookies;
      });
      for (const session of sessions.values()) await session.post('/auth/logout-app2');
    },
    { scope: 'worker' },
  ],

  allowed: [[], { option: true }],

  context: async ({ context }, use) => {
    sendAgain(context.request);
    await use(context);
  },

  watch: [
    async ({ page, allowed }, use, info) => {
      const seen: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`console: ${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => {
        seen.push(`uncaught: ${error.message}`);
      });
      await collectViolations(page, seen);
      await recordInput(page);
      await use(undefined);
      if (info.status !== info.expectedStatus && !page.isClosed()) {
        await info.attach('input', { body: (await inputOf(page)).join('\n') });
      }
      expect(
        seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'complaints of the page',
      ).toEqual([]);
    },
    { auto: true },
  ],

  useTheme: async ({ page }, use) => {
    await use(async (theme) => {
      await page.evaluate((name) => {
        window.localStorage.setItem('pishkhan.theme', name);
      }, theme);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    });
  },

  accessible: async ({ page }, use) => {
    await use(async () => expect(await hindrances(page)).toEqual([]));
  },

  logIn: async ({ context, sessionOf }, use) => {
    await use(async (who = sellers.normal) => {
      await context.addCookies(await sessionOf(who));
    });
  },

  logInAnew: async ({ page }, use, info) => {
    await use(async (who) => logInBy(page.request, who));
    await endSession(page, info);
  },

  logInByForm: async ({ page }, use, info) => {
    await use(async (who = sellers.normal) => {
      await page.goto('/log-in');
      await page.getByLabel('شماره تلفن همراه').fill(who.cellphone);
      await page.getByLabel('رمز عبور', { exact: true }).fill(who.password);
      await page.getByRole('button', { name: 'ورود', exact: true }).click();
      await expect(page).toHaveURL(/\/home$/);
    });
    await endSession(page, info);
  },
});

export { expect };
