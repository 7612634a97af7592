import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page, type TestInfo } from '@playwright/test';

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

/** Those that axe does not ask of itself: of the level that the product keeps, or not settled in every word. */
const RULES = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };

/** Whether a target is too small in the middle of the screen as well: half under a bar that stays, it only seems so. */
async function isSmall(page: Page, target: string): Promise<boolean> {
  const before = await page.evaluate((selector) => {
    const { scrollY } = window;
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return scrollY;
  }, target);
  const axe = new AxeBuilder({ page }).include(target).withRules(['target-size']).setLegacyMode();
  const { violations } = await axe.analyze();
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), before);
  return violations.length > 0;
}

interface Fixtures {
  /** Complaints of the page that this test expects, as patterns. All others fail it. */
  allowed: RegExp[];
  /** Watches the console, uncaught errors and the content security policy; runs by itself. */
  watch: undefined;
  /** axe on what is on show: nothing serious. */
  accessible: () => Promise<void>;
  /** What axe finds on show, of any weight; `coloursOnly` where nothing but the theme is new. */
  violations: (coloursOnly?: boolean) => Promise<string[]>;
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
    async (
      { playwright },
      use,
      {
        project: {
          use: { baseURL = '' },
        },
      },
    ) => {
      const sessions = new Map<string, APIRequestContext>();
      await use(async (who) => {
        let session = sessions.get(who.cellphone);
        if (!session) {
          session = await playwright.request.newContext({ baseURL });
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

  /**
   * The server closes a connection that rests; a request that is just then sent on it is lost unread, and a browser
   * sends it again by itself. So do the calls of the tests, which no browser makes.
   */
  context: async ({ context }, use) => {
    const { request } = context;
    const fetch = request.fetch.bind(request);
    request.fetch = (url, options) => fetch(url, { maxRetries: 2, ...options });
    await use(context);
  },

  watch: [
    async ({ page, allowed }, use) => {
      const seen: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`console: ${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => {
        seen.push(`uncaught: ${error.message}`);
      });
      await collectViolations(page, seen);
      await use(undefined);
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
    await use(async () => {
      // Colours are measured when nothing moves any more.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
      );
      // Without frames there is nothing to gather in a page of its own; only what is wrong is described.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
      const { violations: found } = await axe.analyze();
      const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
    });
  },

  violations: async ({ page }, use) => {
    await use(async (coloursOnly = false) => {
      const rules = coloursOnly ? {} : { rules: RULES };
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...rules }).setLegacyMode();
      if (coloursOnly) axe.withRules(['color-contrast']);
      const { violations: found } = await axe.analyze();
      const lines: string[] = [];
      for (const { id, nodes } of found)
        for (const { html, target } of nodes)
          if (id !== 'target-size' || (await isSmall(page, String(target[0]))))
            lines.push(`${id}: ${html.slice(0, 160)}`);
      return lines;
    });
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
