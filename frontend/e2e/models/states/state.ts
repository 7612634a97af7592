import { expect, type Page } from '@playwright/test';
import type { sellers } from '../../fixtures';
import type { Store } from '../desks';
import type { ids } from '../screen';

export interface Here {
  /** Things of the demo's seller who is logged in. */
  readonly known: Awaited<ReturnType<typeof ids>>;
  /** A store of its own for what changes something, with what there is in it. */
  readonly store: Store;
}

/** `store`: the one of `Here`. `fresh`: a seller with nothing, not even a subscription. */
export type Who = 'guest' | keyof typeof sellers | 'operator' | 'store' | 'fresh';

/** What a page may look like besides at rest, and how one comes to it. */
export interface State {
  readonly name: string;
  /** Ends when the state is on show. */
  readonly reach: (page: Page, here: Here) => Promise<unknown>;
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
export const press = async (page: Page, name: string | RegExp): Promise<void> => button(page, name).click();
export const shows = async (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();

/** Such calls have no answer. */
export async function hold(page: Page, call: string): Promise<void> {
  await page.route(call, () => undefined);
}

export async function cut(page: Page, call: string): Promise<void> {
  await page.route(call, (route) => route.abort());
}
