import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { patchProduct } from '../../../entities/product/catalogue/patchProduct';
import { wireProductOf } from '../../../entities/product/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { catalogueService, manyProducts } from '../msw';

const dashboard = [sellerSummaryIs(), http.get('*/report/*', () => HttpResponse.json({}, { status: 500 }))];

const tomato = wireProductOf('a', { title: 'رب گوجه یک‌کیلویی', brand: { _id: 'b1', name: 'آفتاب' } });
const tuna = wireProductOf('b', { title: 'تن ماهی', brand: { _id: 'b2', name: 'ماهی‌گیر' } });
const plain = wireProductOf('c', { title: 'نمک', brand: { _id: '', name: '' } });

async function openPage(service: ReturnType<typeof catalogueService>, query = '', before: readonly string[] = []) {
  const page = renderRoute(`/products${query}`, {
    before,
    handlers: [sessionIs('valid'), sellerOfType(1), sellerBindIs('پخش آفتاب'), ...service.handlers, ...dashboard],
  });
  await screen.findByRole('heading', { level: 1, name: 'محصولات' });
  return page;
}

const items = () => screen.getAllByRole('listitem').filter((item) => item.hasAttribute('aria-posinset'));
const list = () => screen.findByRole('list', { name: 'محصولات' });

it('shows the store, what it asks of an order, and two ways to the dashboard', async () => {
  await openPage(catalogueService([tomato]));
  expect(await screen.findByText('پخش آفتاب')).toBeVisible();
  expect(screen.getByText('فروشگاه فعال است')).toBeInTheDocument();
  const facts = within(await screen.findByRole('region', { name: 'اطلاعات فروشگاه' }));
  expect(facts.getByText('نرگس رستمی')).toBeVisible();
  expect(facts.getByRole('link', { name: 'تماس با ۰۹۱۲\u00a0۰۰۰\u00a0۰۰۰۱' })).toHaveAttribute(
    'href',
    'tel:09120000001',
  );
  expect(facts.getByText('۳ بسته')).toBeVisible();
  expect(facts.getByText('۱۹۲ نوع')).toBeVisible();
  expect(facts.getByText(/۵۰۰٬۰۰۰/)).toBeVisible();
  expect(facts.getByText(/۳۵۰٬۰۰۰/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('link', { name: 'بستن' })).toHaveAttribute('href', '/dashboard');
});

it('counts the products for who hears the list, and marks its end', async () => {
  const service = catalogueService([tomato, tuna, plain]);
  await openPage(service);
  await list();
  expect(items().map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
  expect(items().every((item) => item.getAttribute('aria-setsize') === '3')).toBe(true);
  expect(screen.getByRole('link', { name: 'تن ماهی' })).toHaveAttribute('href', '/products-details/b');
  expect(screen.getByText('پایان فهرست')).toBeVisible();
  expect(screen.getByText('۳ محصول')).toBeVisible();
  expect(service.asked.map(String)).toEqual(['page=1&limit=15']);
});

it('asks for page after page, and stops with the last one', async () => {
  const service = catalogueService(manyProducts(32));
  await openPage(service);
  // Without a layout every card is drawn: that takes its time.
  expect(await screen.findByText('پایان فهرست', {}, { timeout: 15_000 })).toBeVisible();
  expect(service.asked.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
  expect(items().at(-1)).toHaveAttribute('aria-posinset', '32');
});

it('searches on the server, whatever letters were typed, and lets go by a chip', async () => {
  const service = catalogueService([tomato, tuna]);
  const { user, router } = await openPage(service);
  await list();
  await user.type(screen.getByRole('searchbox'), 'رب گوجه يک');
  // A slow typist is asked for in between.
  await waitFor(() => {
    expect(service.asked.at(-1)?.get('search')).toBe('رب گوجه يک');
  });
  await waitFor(() => {
    expect(items()).toHaveLength(1);
  });
  expect(router.state.historyAction).toBe('REPLACE');
  await user.click(screen.getByRole('button', { name: /^حذف فیلتر جستجو/ }));
  await waitFor(() => {
    expect(items()).toHaveLength(2);
  });
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(router.state.location.search).toBe('');
});

it('filters by several brands, and by none again', async () => {
  const service = catalogueService([tomato, tuna, plain]);
  const { user, router } = await openPage(service);
  await list();
  await user.click(await screen.findByRole('button', { name: /همه محصولات/ }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'آفتاب (۱)' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'ماهی‌گیر (۱)' }));
  await waitFor(() => {
    expect(service.asked.at(-1)?.get('brands')).toBe('b1,b2');
  });
  expect(router.state.location.search).toBe('?brands=b1%2Cb2');
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'همه محصولات' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
});

it('shows a shared link as it was sent, and takes its filters away one by one', async () => {
  const service = catalogueService([tomato, tuna, plain]);
  const { user, router } = await openPage(service, '?brands=b2,b1&sort=newest');
  await list();
  expect(service.asked.map(String)).toEqual(['page=1&limit=15&brands=b1%2Cb2&sort=newest']);
  await user.click(await screen.findByRole('button', { name: 'حذف فیلتر آفتاب' }));
  await waitFor(() => {
    expect(items()).toHaveLength(1);
  });
  await user.click(screen.getByRole('button', { name: 'حذف فیلتر جدیدترین' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('?brands=b2');
  });
  await user.click(screen.getByRole('button', { name: /^ماهی‌گیر/ }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'همه محصولات' }));
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(items()).toHaveLength(3);
  });
});

it('sorts on the server', async () => {
  const service = catalogueService([tomato, tuna]);
  const { user, router } = await openPage(service);
  await list();
  await user.click(screen.getByRole('button', { name: 'پیش‌فرض' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'پرفروش‌ترین' }));
  await waitFor(() => {
    expect(service.asked.at(-1)?.get('sort')).toBe('most-sales');
  });
  expect(router.state.location.search).toBe('?sort=most-sales');
});

it('says that nothing matches, and offers the way back to everything', async () => {
  const { user } = await openPage(catalogueService([tomato]), '?search=x&sort=oldest');
  expect(await screen.findByText('محصولی با این مشخصات یافت نشد.')).toBeVisible();
  const [clear] = screen.getAllByRole('button', { name: 'پاک کردن فیلترها' });
  if (!clear) throw new Error('a way back');
  await user.click(clear);
  await list();
  expect(items()).toHaveLength(1);
});

it('says that there is no product at all', async () => {
  await openPage(catalogueService([]));
  expect(await screen.findByText('هیچ محصولی برای نمایش وجود ندارد.')).toBeVisible();
});

it('keeps the former list under an overlay while another one is on the way', async () => {
  const service = catalogueService([tomato, tuna]);
  const { user } = await openPage(service);
  await list();
  const answer = service.holdNext();
  await user.click(screen.getByRole('button', { name: 'پیش‌فرض' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'جدیدترین' }));
  expect(await screen.findByText('در حال به‌روزرسانی فهرست')).toBeVisible();
  expect(screen.getByRole('link', { name: 'رب گوجه یک‌کیلویی', hidden: true })).toBeInTheDocument();
  answer();
  await waitFor(() => {
    expect(screen.queryByText('در حال به‌روزرسانی فهرست')).not.toBeInTheDocument();
  });
  expect(items()[0]).toHaveTextContent('تن ماهی');
});

it('says that the first products could not be loaded, and tries again', async () => {
  const service = catalogueService([tomato]);
  service.refuseNext(500, { message: 'سرویس محصولات در دسترس نیست.' });
  const { user } = await openPage(service);
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  await waitFor(() => {
    expect(screen.getAllByText('خطا در بارگذاری اولیه محصولات')).toHaveLength(2);
  });
  expect(screen.getAllByText('سرویس محصولات در دسترس نیست.').length).toBeGreaterThan(0);
  // By itself no toast goes while the pointer is on it.
  await user.hover(screen.getAllByText('خطا در بارگذاری اولیه محصولات').at(-1)!);
  act(() => retry.click());
  await list();
  await waitFor(() => {
    expect(screen.queryByText('خطا در بارگذاری اولیه محصولات')).not.toBeInTheDocument();
  });
});

it('keeps what it has when more could not be loaded', async () => {
  const service = catalogueService(manyProducts(20));
  const answer = service.holdNext();
  const { user } = await openPage(service);
  answer();
  service.refuseNext(500);
  // The refusal meets the first page or the second; both lead on by the same button.
  await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
  expect(await screen.findByText('پایان فهرست')).toBeVisible();
  expect(items()).toHaveLength(20);
});

it('shows what the server says of the seller, field by field, and the products all the same', async () => {
  renderRoute('/products', {
    handlers: [
      sessionIs('valid'),
      sellerOfType(1),
      http.get('*/user/seller-bind-app2', () => HttpResponse.json({ f1: 'نامعتبر', message: 'خطا' }, { status: 400 })),
      ...catalogueService([tomato]).handlers,
    ],
  });
  // The message says it as well, and goes.
  const failure = await within(await screen.findByRole('main')).findByRole('alert');
  expect(failure).toHaveTextContent('f1: نامعتبر');
  expect(failure).toHaveTextContent('خطا');
  await list();
});

it('writes a change into the list where it stands, without asking again', async () => {
  const service = catalogueService([tomato, tuna]);
  const { store } = await openPage(service);
  await list();
  store.dispatch(patchProduct('b', (product) => ({ ...product, title: 'تن ماهی تازه' })));
  expect(await screen.findByRole('link', { name: 'تن ماهی تازه' })).toBeVisible();
  expect(items()).toHaveLength(2);
  expect(service.asked).toHaveLength(1);
});

it('leads to the dashboard by Back, whatever was open before', async () => {
  const { router, at } = await openPage(catalogueService([tomato]), '', ['/home']);
  await list();
  await router.navigate(-1);
  await waitFor(() => {
    expect(at()).toBe('/dashboard');
  });
});

it('goes on where the seller was when a basket leads back', async () => {
  window.sessionStorage.setItem('seller_page', '2');
  window.sessionStorage.setItem('seller_top_product_id', 'p17');
  const service = catalogueService(manyProducts(32));
  const { router } = renderRoute('/basket/1', {
    handlers: [sessionIs('valid'), sellerOfType(1), sellerBindIs(), ...service.handlers],
  });
  await screen.findByRole('heading', { name: 'این صفحه پیدا نشد' });
  await router.navigate('/products');
  await list();
  await waitFor(() => {
    expect(window.sessionStorage.getItem('seller_page')).toBe('3');
  });
  expect(service.asked.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
});

it('notes where the seller is, and begins at the top when no basket leads back', async () => {
  window.sessionStorage.setItem('seller_page', '7');
  window.sessionStorage.setItem('seller_top_product_id', 'gone');
  await openPage(catalogueService(manyProducts(15)));
  await list();
  await waitFor(() => {
    expect(window.sessionStorage.getItem('seller_page')).toBe('1');
  });
  // Without a layout every card is at the top; which one it is, a browser tells.
  expect(window.sessionStorage.getItem('seller_top_product_id')).toMatch(/^p\d+$/);
});

it('refuses another filter while a type is edited', async () => {
  const service = catalogueService([tomato, tuna]);
  const { user, router } = await openPage(service);
  await list();
  const [pencil] = screen.getAllByRole('button', { name: /^ویرایش/ });
  if (!pencil) throw new Error('a pencil');
  await user.click(pencil);
  await screen.findByRole('form', { name: /^ویرایش/ });
  await user.click(screen.getByRole('button', { name: 'پیش‌فرض' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'جدیدترین' }));
  expect(await screen.findByText('لطفا ابتدا ویرایش فعلی را ذخیره یا لغو کنید.')).toBeVisible();
  expect(router.state.location.search).toBe('');
  expect(service.asked).toHaveLength(1);
});
