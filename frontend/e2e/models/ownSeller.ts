import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { APIRequestContext, TestInfo } from '@playwright/test';
import { tool, toolWith } from './house';

/** A special seller that no other test knows. */
export interface OwnSeller {
  readonly sellerId: string;
  readonly cellphone: string;
  readonly password: string;
}

const SPECIAL = '2';
const COLUMNS = [
  ...['customer_code', 'title', 'mobile', 'landline'],
  ...['trade_type', 'shop_name', 'activity_area', 'address'],
];
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');

/** Makes one, without customers and without a subscription. */
export async function makeSeller(): Promise<OwnSeller> {
  const cellphone = `0913${digits(7)}`;
  const password = `test-${randomUUID()}`;
  const who = ['--cellphone', cellphone, '--username', `t${cellphone}`];
  const once = { PISHKHANCTL_PASSWORD: password };
  const said = await toolWith(once, 'create-seller', '--type', SPECIAL, '--title', 'فروشگاه آزمون', ...who);
  return { sellerId: said.split('\n').at(-1) ?? '', cellphone, password };
}

/** Connects customers of these codes, those of old again. */
export async function connect({ sellerId }: OwnSeller, codes: readonly string[], info: TestInfo): Promise<void> {
  const row = (code: string, at: number) =>
    [code, `مشتری ${code}`, `0900000${String(7000 + at)}`, '', 'سوپرمارکت', `سوپر ${code}`, 'تهران', 'قلهک'].join(',');
  const file = info.outputPath('customers.csv');
  await writeFile(file, [COLUMNS.join(','), ...codes.map(row), ''].join('\n'));
  await tool('import', 'customers', '--seller', sellerId, file);
}

interface Purchase {
  readonly payment: { readonly redirectUrl: string };
}

/** Buys a month at the built-in gateway, by the calls that its pages make. */
export async function subscribe(request: APIRequestContext): Promise<void> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const bought = await request.post('/market/subscription-purchase-app2', { data: { planId: 'm1' }, headers });
  const { payment } = (await bought.json()) as Purchase;
  const authority = payment.redirectUrl.split('/').at(-1) ?? '';
  await request.post(`/pay/sandbox/${authority}/pay`);
  await request.get(`/pay/return?Authority=${authority}&Status=OK`);
}
