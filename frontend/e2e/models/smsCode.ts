import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Of the house that runs here: in development messages go no further than auth's log. */
const LOG = new URL(`${process.env['DEV_STATE'] ?? '.dev'}/logs/auth.log`, `file://${ROOT}`);

/** The codes that a phone was sent, in this order. */
async function codesOf(cellphone: string): Promise<readonly string[]> {
  const lines = (await readFile(LOG, 'utf8')).split('\n').filter((line) => line.includes(cellphone));
  return lines.flatMap((line) => /@localhost #(\d{6})/.exec(line)?.[1] ?? []);
}

/** The code that a phone gets as its `count`th. */
export async function smsCode(cellphone: string, count = 1): Promise<string> {
  await expect.poll(async () => (await codesOf(cellphone)).length, { timeout: 10_000 }).toBe(count);
  return (await codesOf(cellphone)).at(-1) ?? '';
}
