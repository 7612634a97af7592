import { expect, type Locator, type Page, test } from '@playwright/test';

/** A type as the wire has it. */
export interface WireType {
  readonly _id: string;
  readonly nameNoeMahsool: string;
  readonly priceBuyOne: number;
  readonly priceSelOne: number;
  readonly mojoody: number;
  readonly toz: string;
  readonly isActive: boolean;
  readonly version: number;
}

export interface WireProduct {
  readonly _id: string;
  readonly title: string;
  readonly productTypes: readonly WireType[];
}

/** Both projects run side by side: what one changes, the other leaves alone. */
export const own = <T>(phone: T, desktop: T): T => (test.info().project.name === 'phone' ? phone : desktop);

async function json<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as T;
}

/** A product of the demo, by its exact title. */
export async function productNamed(page: Page, title: string): Promise<WireProduct> {
  const { product } = await json<{ product: WireProduct[] }>(
    page,
    `/market/products-bind-app2?page=1&limit=15&search=${encodeURIComponent(title)}`,
  );
  const found = product.find((one) => one.title === title);
  if (!found) throw new Error(`the demo has no ${title}`);
  return found;
}

/** The type as it is now. */
export async function typeNow(page: Page, productId: string, typeId: string): Promise<WireType> {
  const { product } = await json<{ product: { productType: WireType }[] }>(
    page,
    `/market/product-bind-app2/${productId}`,
  );
  const found = product.find(({ productType }) => productType._id === typeId);
  if (!found) throw new Error(`no type ${typeId}`);
  return found.productType;
}

/** Writes a type past the page: as another session would. Answers the status. */
export async function writeType(page: Page, productId: string, type: WireType): Promise<number> {
  const { seller } = await json<{ seller: { seller: { _id: string } }[] }>(page, '/user/seller-bind-app2');
  const response = await page.request.post('/market/edit-productType-app2', {
    data: {
      _TypeRow: {
        _id: type._id,
        f3: type.mojoody,
        f6: type.priceBuyOne,
        f7: type.priceSelOne,
        f11: type.toz,
        f12: type.isActive,
        version: type.version,
      },
      _sellerId: seller[0]?.seller._id ?? '',
      _productId: productId,
    },
  });
  return response.status();
}

/** Puts the values back that the type had, whatever was done to it meanwhile. */
export async function putBack(page: Page, productId: string, type: WireType): Promise<void> {
  const { version } = await typeNow(page, productId, type._id);
  expect(await writeType(page, productId, { ...type, version })).toBe(200);
}

export async function visitProduct(page: Page, product: WireProduct): Promise<void> {
  await page.goto(`/products-details/${product._id}`);
  await expect(page.getByRole('heading', { name: product.title })).toBeVisible();
}

export const pencil = (page: Page, type: WireType): Locator =>
  page.getByRole('button', { name: `ویرایش ${type.nameNoeMahsool}` });

export async function openEditor(page: Page, type: WireType): Promise<Locator> {
  await pencil(page, type).click();
  const form = page.getByRole('form', { name: `ویرایش ${type.nameNoeMahsool}` });
  await expect(form).toBeVisible();
  return form;
}

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'ذخیره تغییرات' });
export const buyField = (page: Page): Locator => page.getByLabel('قیمت خرید (تومان)');
export const sellField = (page: Page): Locator => page.getByLabel('قیمت فروش (تومان)');
export const stockField = (page: Page): Locator => page.getByRole('textbox', { name: 'موجودی' });

/** Up and down until the page warns of it: what the browser scrolls of itself, as an editor opens, does not count. */
export async function scrollUntilWarned(page: Page): Promise<void> {
  const warning = page.getByText('لطفا محصول در حال ویرایش را ذخیره یا لغو کنید').first();
  let by = -60;
  await expect(async () => {
    by = -by;
    await page.evaluate((px) => window.scrollBy(0, px), by);
    await expect(warning).toBeVisible({ timeout: 800 });
  }).toPass({ timeout: 20_000 });
}

export const shownTab = (page: Page): Locator => page.getByRole('tab', { selected: true });

/** Drags the slide on show sideways: by finger where there is one, else by mouse. */
export async function swipe(page: Page, dx: number): Promise<void> {
  const slide = page.locator(`[id="${await shownTab(page).getAttribute('aria-controls')}"]`);
  await slide.scrollIntoViewIfNeeded();
  // It stands still.
  await page.waitForTimeout(400);
  const box = await slide.boundingBox();
  if (!box) throw new Error('no slide');
  const y = box.y + Math.min(box.height / 2, 200);
  const x = box.x + box.width / 2;
  const steps = 8;
  if (test.info().project.name !== 'phone') {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y, { steps });
    await page.mouse.up();
    return;
  }
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= steps; step += 1) {
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + (dx * step) / steps, y }],
    });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}
