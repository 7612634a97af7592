import { writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { expect } from '../fixtures';
import { tool } from './house';
import { makeSeller, subscribe } from './ownSeller';

const COLUMNS = 'product_code,title,brand,category,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock';

/** Logs in to a store that no other test knows, with so many products; the second one has run out. */
export async function shelfStore(page: Page, info: TestInfo, count: number): Promise<void> {
  const seller = await makeSeller();
  const rows = Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, '0');
    return `X${number},پسته ${number},دانه‌چین,آجیل,X${number}-1,یک کیلویی,کارتن,12,310000,365000,${at === 1 ? 0 : 90}`;
  });
  const file = info.outputPath('products.csv');
  await writeFile(file, [COLUMNS, ...rows, ''].join('\n'));
  await tool('import', 'products', '--seller', seller.sellerId, file);
  const { cellphone, password } = seller;
  expect((await page.request.post('/auth/login-app2', { data: { cellphone, password } })).status()).toBe(200);
  await subscribe(page.request);
}
