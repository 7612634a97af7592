import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { wireProductOf } from '../../../entities/product/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { catalogueService } from '../../catalogue/msw';
import { bulkService } from '../msw';

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
});

async function openPage() {
  const service = bulkService();
  const page = renderRoute('/products', {
    handlers: [
      sessionIs('valid'),
      sellerOfType(1),
      sellerBindIs(),
      sellerSummaryIs(),
      ...catalogueService([wireProductOf('a')]).handlers,
      ...service.handlers,
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'محصولات' });
  const menu = () => page.user.click(screen.getByRole('button', { name: 'فایل اکسل' }));
  const choose = async (name: string) => page.user.click(await screen.findByRole('menuitem', { name }));
  return { ...page, service, menu, choose };
}

it('hands the whole catalogue to the browser as a file, under the name that the server gave it', async () => {
  const { service, menu, choose } = await openPage();
  const names: string[] = [];
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await menu();
  await choose('دریافت فایل اکسل');
  expect(await screen.findByText('فایل «products-1405-09-01.xlsx» دریافت شد.')).toBeVisible();
  expect(names).toEqual(['products-1405-09-01.xlsx']);
  expect(service.files).toEqual(['export']);
  press.mockRestore();
});

it('asks for one file at a time, and says that it is on its way', async () => {
  const { service, menu, choose } = await openPage();
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const arrive = service.hold();
  await menu();
  await choose('دریافت فایل اکسل');
  await menu();
  const entry = await screen.findByRole('menuitem', { name: /^دریافت فایل اکسل/ });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveTextContent('فایل در حال آماده شدن است.');
  arrive();
  expect(await screen.findByText(/دریافت شد\.$/)).toBeInTheDocument();
  expect(service.files).toEqual(['export']);
  press.mockRestore();
});

it('says what the server says when there is no file, and may be asked again', async () => {
  const { service, menu, choose } = await openPage();
  service.answerNext('export', 503, { message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' });
  await menu();
  await choose('دریافت فایل اکسل');
  expect(await screen.findByText(/سرویس موقتاً در دسترس نیست/)).toBeVisible();
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  await menu();
  await choose('دریافت فایل اکسل');
  expect(await screen.findByText(/دریافت شد\.$/)).toBeVisible();
  press.mockRestore();
});

it('leads to where a file becomes changes', async () => {
  const { menu, choose, at } = await openPage();
  await menu();
  await choose('بارگذاری فایل اکسل');
  await waitFor(() => {
    expect(at()).toBe('/products-import');
  });
});
