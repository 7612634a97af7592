import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { childIs, sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { err, ok } from '../../../shared/lib/result';
import { nextFrame } from '../../../testing/nextFrame';
import { renderRoute } from '../../../testing/renderRoute';
import { pictureService } from '../fixtures/pictures';
import type * as prepare from '../model/preparePicture';
import { preparePicture } from '../model/preparePicture';
import { PRODUCT, productService } from '../msw';

// Reading and drawing pictures needs a browser; the browser tests have one.
vi.mock('../model/preparePicture', async (original) => ({
  ...(await original<typeof prepare>()),
  preparePicture: vi.fn(),
}));

const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
const OF_PRODUCT = 'تغییر تصویر عسل گون';
const OF_TYPE = 'تغییر تصویر عسل گون، ۴۵۰ گرم';
const PREVIEW = 'data:image/jpeg;base64,AAAA';

beforeEach(() => {
  vi.mocked(preparePicture).mockResolvedValue(ok({ content: new Blob(['jpeg']), preview: PREVIEW }));
});

async function openPage(child = false) {
  const service = productService();
  const pictures = pictureService((kind, id, images) => {
    if (kind === 'type') service.changeElsewhere(id, { imgs: images.map((src) => ({ src })) });
  });
  const page = renderRoute(`/products-details/${PRODUCT}`, {
    before: ['/home'],
    handlers: [
      childIs(child),
      sessionIs('valid'),
      sellerOfType(1),
      sellerSummaryIs(),
      sellerBindIs(),
      ...service.handlers,
      ...pictures.handlers,
    ],
  });
  await screen.findByRole('heading', { name: 'عسل گون' });
  return { ...page, service, pictures };
}

type Page = Awaited<ReturnType<typeof openPage>>;

async function openSheet({ user }: Page, name = OF_PRODUCT) {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
}

function choose() {
  fireEvent.change(screen.getByLabelText('انتخاب فایل', { selector: 'input' }), { target: { files: [photo] } });
}

describe('the picture of a product', () => {
  it('is shown before it is sent, and then on the page', async () => {
    const page = await openPage();
    const sheet = await openSheet(page);
    choose();
    expect(await sheet.findByRole('img', { name: 'تصویر تازه عسل گون' })).toHaveAttribute('src', PREVIEW);
    await page.user.click(sheet.getByRole('button', { name: 'ثبت تصویر' }));
    expect(await screen.findByText('تصویر با موفقیت ثبت شد.')).toBeVisible();
    expect(page.pictures.calls).toEqual([
      { method: 'POST', path: `/market/product-image-app2/${PRODUCT}`, type: 'image/jpeg' },
    ]);
    await nextFrame();
    expect(screen.getByRole('img', { name: 'عسل گون' })).toHaveAttribute('src', '/media/new/960.jpg');
  });

  it('is removed only after a question', async () => {
    const page = await openPage();
    const sheet = await openSheet(page);
    await page.user.click(sheet.getByRole('button', { name: 'حذف تصویر' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'تصویر حذف شود؟' }));
    expect(page.pictures.calls).toEqual([]);
    await page.user.click(question.getByRole('button', { name: 'حذف' }));
    expect(await screen.findByText('تصویر حذف شد.')).toBeVisible();
    expect(await screen.findByRole('img', { name: 'عسل گون: تصویری ثبت نشده است' })).toBeVisible();
  });

  it('stays chosen when the server refuses it, with the server’s reason', async () => {
    const page = await openPage();
    page.pictures.failNext(422, { message: 'تصویر خوانده نشد. فایل JPEG، PNG یا WebP سالم بفرستید.' });
    const sheet = await openSheet(page);
    choose();
    await page.user.click(await sheet.findByRole('button', { name: 'ثبت تصویر' }));
    expect(await sheet.findByRole('alert')).toHaveTextContent('تصویر خوانده نشد');
    await page.user.click(sheet.getByRole('button', { name: 'ثبت تصویر' }));
    expect(await screen.findByText('تصویر با موفقیت ثبت شد.')).toBeVisible();
  });

  it.each([
    ['type', 'نوع فایل باید JPEG، PNG یا WebP باشد.'],
    ['size', 'حجم تصویر بیش از اندازه است.'],
    ['unreadable', 'تصویر خوانده نشد. فایل JPEG، PNG یا WebP سالم بفرستید.'],
  ] as const)('is not sent when the browser finds: %s', async (problem, text) => {
    vi.mocked(preparePicture).mockResolvedValue(err(problem));
    const page = await openPage();
    const sheet = await openSheet(page);
    choose();
    expect(await sheet.findByRole('alert')).toHaveTextContent(text);
    expect(sheet.queryByRole('button', { name: 'ثبت تصویر' })).not.toBeInTheDocument();
  });

  it('arrives although its sheet is closed meanwhile, and tells how it ended', async () => {
    const page = await openPage();
    const release = page.pictures.hold();
    page.pictures.failNext(503, { message: 'سرویس در دسترس نیست.' });
    const sheet = await openSheet(page);
    choose();
    await page.user.click(await sheet.findByRole('button', { name: 'ثبت تصویر' }));
    expect(await sheet.findByRole('progressbar', { name: 'در حال ارسال تصویر' })).toBeVisible();
    await page.user.click(sheet.getByRole('button', { name: 'بستن' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    act(release);
    expect(await screen.findByText('سرویس در دسترس نیست.')).toBeVisible();
  });
});

describe('the picture of a type', () => {
  it('is its own, and a change of the type afterwards is not taken for a stale one', async () => {
    const page = await openPage();
    const sheet = await openSheet(page, OF_TYPE);
    choose();
    await page.user.click(await sheet.findByRole('button', { name: 'ثبت تصویر' }));
    expect(await screen.findByText('تصویر با موفقیت ثبت شد.')).toBeVisible();
    expect(page.pictures.calls[0]?.path).toBe('/market/product-type-image-app2/t1');
    // The pencil takes up the type that is on the page.
    await nextFrame();
    await page.user.click(await screen.findByRole('button', { name: 'ویرایش ۴۵۰ گرم' }));
    const form = within(await screen.findByRole('form', { name: 'ویرایش ۴۵۰ گرم' }));
    await page.user.type(form.getByLabelText('موجودی'), '5');
    await page.user.click(screen.getByRole('button', { name: 'ذخیره تغییرات' }));
    expect(await screen.findByText(/تغییرات با موفقیت ذخیره شد/)).toBeVisible();
    expect(page.service.writes[0]?.body._TypeRow['version']).toBe(2);
  });

  it('gives way to the product’s when it has none', async () => {
    const page = await openPage();
    const sheet = await openSheet(page, OF_TYPE);
    await page.user.click(sheet.getByRole('button', { name: 'حذف تصویر' }));
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'حذف' }));
    expect(await screen.findByText('تصویر حذف شد.')).toBeVisible();
    await nextFrame();
    const again = await openSheet(page, OF_TYPE);
    expect(again.getByText('این نوع تصویر خود را ندارد؛ تصویر محصول نشان داده می‌شود.')).toBeVisible();
    expect(again.getByRole('img')).toHaveAttribute('src', '/images/products/S001.svg');
    expect(again.queryByRole('button', { name: 'حذف تصویر' })).not.toBeInTheDocument();
  });
});

it('offers a child seller no change', async () => {
  await openPage(true);
  await screen.findByRole('note');
  expect(screen.queryByRole('button', { name: OF_PRODUCT })).not.toBeInTheDocument();
});
