import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { sendAgain } from '../fixtures';
import type { OwnSeller } from './ownSeller';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';

interface Where {
  readonly browser: Browser;
  readonly baseURL: string | undefined;
}

/** Another device of the same person. */
export async function device(
  { browser, baseURL }: Where,
  { cellphone, password }: Pick<OwnSeller, 'cellphone' | 'password'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: PHONE });
  sendAgain(context.request);
  expect((await context.request.post('/auth/login-app2', { data: { cellphone, password } })).status()).toBe(200);
  return context;
}
