import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wireProductOf } from '../../../entities/product/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { onDesktop } from '../../../testing/onDesktop';
import { renderRoute } from '../../../testing/renderRoute';
import { fourTypes, PRODUCT, productService } from '../msw';

beforeAll(() => import('./TypeList'));
beforeEach(() => window.localStorage.setItem('pishkhan.products-view', 'list'));

const dashboard = [sellerSummaryIs(), http.get('*/report/*', () => HttpResponse.json({}, { status: 500 }))];

/** The product whose changes are stored, and one that has no types. */
async function openList(query = '', answers: (() => Response)[] = []) {
  const service = productService(fourTypes());
  const asked: string[] = [];
  const products = http.get('*/market/products-bind-app2', ({ request }) => {
    asked.push(new URL(request.url).search);
    const answer = answers.shift();
    if (answer) return answer();
    const product = [
      wireProductOf(PRODUCT, { title: 'عسل گون', productTypes: [...service.stored.types] }),
      wireProductOf('p2', { title: 'نمک', productTypes: [] }),
    ];
    const head = { totalPages: 1, total: 2, sellerName: '', sellerBackground: '', sellerStory: '' };
    return HttpResponse.json({ product, ...head });
  });
  const pastes: unknown[] = [];
  const paste = http.post('*/market/products-paste-preview-app2', async ({ request }) => {
    pastes.push(await request.json());
    const counts = { created: 0, updated: 2, unchanged: 0, jumps: 0, failed: 0 };
    return HttpResponse.json({ importId: 'i', rows: [], problems: [], expiresAt: '2026-11-22T10:30:00Z', ...counts });
  });
  const brands = http.get('*/market/product-brands-app2', () => HttpResponse.json({ brands: [] }));
  const page = renderRoute(`/products${query}`, {
    handlers: [
      sessionIs('valid'),
      sellerOfType(1),
      sellerBindIs('پخش آفتاب'),
      products,
      brands,
      paste,
      ...service.handlers,
      ...dashboard,
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'محصولات' });
  return { ...page, service, asked, pastes };
}

describe('on a phone', () => {
  it('is a line for each type, with what it costs and what is left of it', async () => {
    await openList();
    const lines = within(await screen.findByRole('list', { name: 'محصولات' }));
    expect(lines.getAllByRole('article')).toHaveLength(5);
    const [first, second, third] = lines.getAllByRole('article');
    expect(first).toHaveTextContent('عسل گون ۴۵۰ گرم');
    expect(first).toHaveTextContent('خرید ۸۰٬۰۰۰');
    expect(first).toHaveTextContent('فروش ۱۰۰٬۰۰۰');
    expect(first).toHaveTextContent('موجودی ۴۰');
    expect(second).toHaveTextContent('ناموجود');
    expect(third).toHaveTextContent('غیرفعال');
    expect(lines.getByText('این محصول نوعی ندارد.')).toBeVisible();
    expect(lines.getByRole('link', { name: 'عسل گون ۴۵۰ گرم' })).toHaveAttribute(
      'href',
      `/products-details/${PRODUCT}`,
    );
    expect(screen.queryByText('پخش آفتاب')).not.toBeInTheDocument();
  });

  it('makes an editor of a line, one at a time, and a line of it again', async () => {
    const { user, service } = await openList();
    await user.click(await screen.findByRole('button', { name: 'ویرایش عسل گون ۴۵۰ گرم' }));
    const form = within(await screen.findByRole('form', { name: 'ویرایش ۴۵۰ گرم' }));
    await user.click(screen.getByRole('button', { name: 'ویرایش عسل گون ۹۰۰ گرم' }));
    expect(await screen.findByText('لطفا ابتدا ویرایش فعلی را ذخیره یا لغو کنید.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'نمای کارت' }));
    expect(screen.getByRole('form', { name: 'ویرایش ۴۵۰ گرم' })).toBeVisible();
    const sell = form.getByLabelText('قیمت فروش (تومان)');
    await user.clear(sell);
    await user.type(sell, '120000');
    await user.click(form.getByRole('button', { name: 'ذخیره تغییرات' }));
    expect(await screen.findByText('فروش ۱۲۰٬۰۰۰')).toBeVisible();
    expect(service.writes).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'ویرایش عسل گون ۴۵۰ گرم' })).toHaveFocus());
  });

  it('shows of what has run out those types alone, and keeps one that was put right', async () => {
    const { user, asked } = await openList('?stock=out');
    expect(asked).toEqual(['?page=1&limit=15&stock=out']);
    await user.click(await screen.findByRole('button', { name: 'ویرایش عسل گون ۹۰۰ گرم' }));
    expect(screen.queryByRole('button', { name: 'ویرایش عسل گون ۴۵۰ گرم' })).not.toBeInTheDocument();
    const form = within(await screen.findByRole('form', { name: 'ویرایش ۹۰۰ گرم' }));
    await user.clear(form.getByLabelText('موجودی'));
    await user.type(form.getByLabelText('موجودی'), '30');
    await user.click(form.getByRole('button', { name: 'ذخیره تغییرات' }));
    expect(await screen.findByText('موجودی ۳۰')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'حذف فیلتر ناموجود' }));
    expect(await screen.findByRole('button', { name: 'ویرایش عسل گون ۴۵۰ گرم' })).toBeVisible();
  });

  it('says that it could not be read, and reads it when asked', async () => {
    const { user, asked } = await openList('', [() => HttpResponse.json({}, { status: 500 })]);
    await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
    expect((await screen.findAllByText('خرید ۸۰٬۰۰۰')).length).toBe(3);
    expect(asked).toHaveLength(2);
  });

  it('says that nothing is left of nothing, and leads back to everything', async () => {
    const none = { product: [], totalPages: 0, total: 0, sellerName: '', sellerBackground: '', sellerStory: '' };
    const { user } = await openList('?stock=out', [() => HttpResponse.json(none)]);
    expect(await screen.findByText('محصولی با این مشخصات یافت نشد.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'پاک کردن فیلترها' }));
    expect((await screen.findAllByText('خرید ۸۰٬۰۰۰')).length).toBe(3);
  });

  it('is chosen in the header, and remembered', async () => {
    const { user } = await openList();
    await user.click(await screen.findByRole('button', { name: 'نمای کارت' }));
    expect(await screen.findByText('پخش آفتاب')).toBeVisible();
    expect(window.localStorage.getItem('pishkhan.products-view')).toBe('cards');
    await user.click(screen.getByRole('button', { name: 'نمای فهرست' }));
    expect((await screen.findAllByText('خرید ۸۰٬۰۰۰')).length).toBe(3);
    expect(window.localStorage.getItem('pishkhan.products-view')).toBe('list');
  });
});

describe('on a wide screen', () => {
  beforeEach(() => onDesktop());

  const table = async () => within(await screen.findByRole('table', { name: 'محصولات' }));
  const figure = (name: RegExp, at: number) => screen.getAllByRole('button', { name })[at] as HTMLElement;
  const SELL = /^قیمت فروش/;

  it('is a table, which the arrows walk through cell by cell', async () => {
    const { user } = await openList();
    expect((await table()).getAllByRole('row')).toHaveLength(6);
    expect(screen.getByRole('columnheader', { name: 'محصول' })).toHaveAttribute('aria-sort', 'ascending');
    figure(SELL, 0).focus();
    await user.keyboard('{ArrowDown}');
    expect(figure(SELL, 1)).toHaveFocus();
    expect(figure(SELL, 1)).toHaveAccessibleName('قیمت فروش (تومان): ۹۰٬۰۰۰، ویرایش');
    await user.keyboard('{ArrowRight}');
    expect(figure(/^قیمت خرید/, 1)).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowUp}');
    expect(screen.getAllByRole('link', { name: 'عسل گون' })[0]).toHaveFocus();
  });

  it('edits a figure in its place: Enter saves, and the focus stays', async () => {
    const { user, service } = await openList();
    await table();
    figure(SELL, 0).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText('قیمت فروش (تومان)')).toHaveFocus();
    await user.keyboard('125000{Enter}');
    expect(await screen.findByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
    expect(service.writes.map(({ body }) => body._TypeRow)).toMatchObject([{ _id: 't1', f7: 125_000, f6: 80_000 }]);
    await waitFor(() => expect(figure(SELL, 0)).toHaveFocus());
    expect(figure(SELL, 0)).toHaveTextContent('۱۲۵٬۰۰۰');
  });

  it('saves and goes on in the row below by the arrow, and writes nothing where nothing was typed', async () => {
    const { user, service } = await openList();
    await table();
    await user.click(figure(/^موجودی/, 0));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByLabelText('موجودی')).toHaveValue('۰'));
    expect(service.writes).toHaveLength(0);
    await user.keyboard('17{ArrowDown}');
    await waitFor(() => expect(screen.getByLabelText('موجودی')).toHaveValue('۴۰'));
    expect(screen.getByLabelText('موجودی')).toHaveFocus();
    expect(service.writes.map(({ body }) => body._TypeRow)).toMatchObject([{ _id: 't2', f3: 17 }]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(figure(/^موجودی/, 2)).toHaveFocus());
    expect(service.writes).toHaveLength(1);
  });

  it('leads by Tab from field to field, and says in its place what is wrong', async () => {
    const { user, service } = await openList();
    await table();
    await user.click(figure(/^قیمت خرید/, 0));
    await user.keyboard('110000{Tab}');
    expect(screen.getByLabelText('قیمت فروش (تومان)')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect((await screen.findAllByText('قیمت فروش نباید کمتر از قیمت خرید باشد.')).length).toBeGreaterThan(0);
    expect(service.writes).toHaveLength(0);
    await user.keyboard('{Escape}');
    expect(figure(/^قیمت خرید/, 0)).toHaveTextContent('۸۰٬۰۰۰');
  });

  it('asks about a type that was changed elsewhere, in its row', async () => {
    const { user, service } = await openList();
    await table();
    await user.click(figure(SELL, 0));
    await user.keyboard('130000');
    service.changeElsewhere('t1', { priceSelOne: 140_000 });
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'خواندن نسخه تازه' }));
    expect(await screen.findByText(/مقدار تازه: ۱۴۰٬۰۰۰/)).toBeVisible();
    expect(screen.getByLabelText('قیمت فروش (تومان)')).toHaveValue('۱۳۰٬۰۰۰');
    await user.click(screen.getByRole('button', { name: 'ذخیره تغییرات' }));
    await waitFor(() => expect(service.stored.types[0]?.priceSelOne).toBe(130_000));
  });

  it('takes a pasted column to be looked at, of the types below, and changes nothing itself', async () => {
    const { user, service, at, pastes } = await openList();
    await table();
    await user.click(figure(SELL, 1));
    await user.paste('130000\n۱۴۰٬۰۰۰\n');
    await waitFor(() => expect(at()).toBe('/products-import'));
    expect(await screen.findByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
    expect(pastes).toEqual([
      {
        rows: [
          { productCode: 'P-p1', typeCode: 't2', priceSelOne: '130000' },
          { productCode: 'P-p1', typeCode: 't3', priceSelOne: '۱۴۰٬۰۰۰' },
        ],
      },
    ]);
    expect(service.writes).toHaveLength(0);
  });

  it('says where what is pasted has no place, and puts it after an edit that is open', async () => {
    const { user, at } = await openList();
    await table();
    figure(SELL, 2).focus();
    await user.paste('1\n2\n3');
    expect(await screen.findByText(/از این ردیف به پایین ۲ نوع/)).toBeVisible();
    await user.paste('1\t2');
    expect(await screen.findByText('ستون‌های چسبانده‌شده از ستون‌های جدول بیشتر است.')).toBeVisible();
    await user.click(figure(SELL, 0));
    await user.keyboard('5');
    await user.paste('1\n2');
    expect(await screen.findByText('لطفا ابتدا ویرایش فعلی را ذخیره یا لغو کنید.')).toBeVisible();
    expect(at()).toBe('/products');
  });

  it('goes back to the order by title from its heading', async () => {
    const { user, router, asked } = await openList();
    await table();
    await router.navigate('/products?sort=newest', { replace: true });
    await waitFor(() => expect(asked.at(-1)).toContain('sort=newest'));
    const heading = screen.getByRole('columnheader', { name: 'محصول' });
    expect(heading).toHaveAttribute('aria-sort', 'none');
    await user.click(within(heading).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
