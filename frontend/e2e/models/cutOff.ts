import { request as api, type BrowserContext, type Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect } from '../fixtures';
import { settled } from './screen';

/** Where a call is cut off: it does not arrive, or its answer, or the session is over before it or right after it. */
export const CUTS = ['call', 'answer', 'session before', 'session after'] as const;
export type Cut = (typeof CUTS)[number];

/** What the user does then. */
export const NEXT = ['reload', 'back', 'other tab'] as const;
export type Next = (typeof NEXT)[number];

export interface Who {
  readonly cellphone: string;
  readonly password: string;
}

/** To a page as its links lead there: above another page of the same visit, in a tab that keeps nothing of an earlier one. */
export async function stepTo(page: Page, url: string): Promise<void> {
  await page.goto(paths.faq.href());
  await settled(page);
  await page.evaluate(() => window.sessionStorage.clear());
  await page.evaluate((to) => {
    window.history.pushState({ usr: null, key: 'walked', idx: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, url);
  await expect(page).toHaveURL(new RegExp(`${new URL(url, page.url()).pathname}([?]|$)`));
  await settled(page);
}

/** A step that leads out of the page takes with it whoever asked for it: it begins when the asker is gone. */
export const go = async (page: Page, by: -1 | 1): Promise<void> =>
  page.evaluate((delta) => void setTimeout(() => window.history.go(delta)), by);

/** The server forgets the session; the browser does not know. */
export async function endSession(context: BrowserContext, baseURL: string): Promise<void> {
  const elsewhere = await api.newContext({ baseURL, storageState: await context.storageState() });
  expect((await elsewhere.post('/auth/logout-app2')).ok()).toBe(true);
  await elsewhere.dispose();
}

/** Such calls break off until the returned function is called; the session is over once. */
export async function cutOff(page: Page, call: string, cut: Cut, baseURL: string): Promise<() => Promise<void>> {
  let isOver = false;
  const end = async (): Promise<void> => {
    if (!isOver) await endSession(page.context(), baseURL);
    isOver = true;
  };
  await page.route(call, async (route) => {
    switch (cut) {
      case 'call':
        return route.abort();
      case 'answer':
        await route.fetch();
        return route.abort();
      case 'session before':
        await end();
        return route.continue();
      case 'session after': {
        const response = await route.fetch();
        await end();
        return route.fulfill({ response });
      }
    }
  });
  // One that is being answered is cut off first: else the page would get its answer in the middle of it.
  return () => page.unrouteAll({ behavior: 'wait' });
}

export const isAtLogIn = (page: Page): boolean => new URL(page.url()).pathname === paths.logIn.href();

/** Logs in by the form, where the page stands at it. */
export async function logInAgain(page: Page, { cellphone, password }: Who): Promise<void> {
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await page.getByLabel('رمز عبور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  await expect.poll(() => isAtLogIn(page)).toBe(false);
}

/** Until a page is there; `isOver`: the log-in page first, since its session is. */
export async function arrived(page: Page, who: Who, isOver: boolean): Promise<void> {
  if (isOver) {
    await expect.poll(() => isAtLogIn(page)).toBe(true);
    await logInAgain(page, who);
  }
  await settled(page);
}

/** In front again. Playwright keeps each page in front, so that the browser tells of nothing. */
export async function bringBack(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
}

/** What asks the user, or tells of a failure, above the page. Messages are no questions. */
export const questions = (page: Page) =>
  page.locator('[role="alertdialog"]:not([role="region"] *)').filter({ visible: true });
