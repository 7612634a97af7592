import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { customersService, wireCustomerOf } from '../msw';

const noOrders = http.get('*/market/fetch-order-list-app2/:customerId', () => HttpResponse.json({ OrdersList: [] }));
const EMPTY = 'مشتری با این مشخصات یافت نشد';

async function openPage(service: ReturnType<typeof customersService>, query = '') {
  const page = renderRoute(`/seller-customers${query}`, {
    handlers: [sessionIs('valid'), sellerOfType(1), noOrders, ...service.handlers],
  });
  await screen.findByRole('group', { name: 'وضعیت مشتریان' });
  return page;
}

const hasan = wireCustomerOf('a', { f2: 'حسن', f12: 'خیابان 12 متری' });
const maryam = wireCustomerOf('b', { f2: 'مریم', f16: 1 });
const many = (count: number) => Array.from({ length: count }, (_, index) => wireCustomerOf(`c${index}`));

it('shows a customer, calls its number and leads to its orders', async () => {
  await openPage(customersService([hasan, maryam]));
  const [first, second] = await screen.findAllByRole('article');
  if (!first || !second) throw new Error('two cards');
  expect(within(first).getByText('سفارش دارد')).toBeVisible();
  expect(within(second).getByText('سفارش ندارد')).toBeVisible();
  expect(within(first).getByRole('link', { name: 'حسن' })).toHaveAttribute('href', '/joz-sefaresh/a');
  expect(within(first).getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', 'tel:09120000011');
  expect(screen.getByText('پایان فهرست')).toBeVisible();
});

it('says all that is known of a customer on request, writes to it and finds it on the map', async () => {
  const { user } = await openPage(customersService([hasan, maryam]));
  const [first] = await screen.findAllByRole('article');
  if (!first) throw new Error('a card');
  const card = within(first);
  expect(card.queryByText('خیابان ۱۲ متری')).not.toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'بیشتر' }));
  for (const text of ['سوپرمارکت', 'قم', 'خیابان ۱۲ متری']) expect(card.getByText(text)).toBeVisible();
  expect(card.getByText('۱۴۰۵/۰۸/۳۰').parentElement).toHaveTextContent('۱۴۰۵/۰۸/۳۰ · ۱۲:۱۰');
  const chat = card.getByRole('link', { name: /^واتساپ به/ });
  expect(chat).toHaveAttribute('href', 'https://wa.me/989120000011');
  expect(chat).toHaveAttribute('rel', 'noreferrer');
  expect(decodeURIComponent(card.getByRole('link', { name: /^نقشه/ }).getAttribute('href') ?? '')).toBe(
    'https://www.google.com/maps/search/?api=1&query=قم · خیابان ۱۲ متری',
  );
  expect(screen.getAllByRole('button', { name: 'بیشتر' })).toHaveLength(1);
  await user.click(card.getByRole('button', { name: 'کمتر' }));
  expect(card.queryByText('خیابان ۱۲ متری')).not.toBeInTheDocument();
});

it('offers no way to a customer that left no number and no address', async () => {
  const silent = wireCustomerOf('a', { f3: '', f7: null, f11: { name: '' }, f12: '' });
  const { user } = await openPage(customersService([silent]));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('هنوز سفارشی نیست')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'بیشتر' }));
  expect(card.queryByRole('link', { name: /^(?:تماس|واتساپ|نقشه)/ })).not.toBeInTheDocument();
});

it('lets the server put them first who have been silent longest, and keeps that in the address', async () => {
  const service = customersService([hasan, maryam]);
  const { user, router } = await openPage(service);
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: 'تازه‌ترین سفارش' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'خاموش‌ترین' }));
  await waitFor(() => expect(service.asked.at(-1)?.get('sort')).toBe('silent'));
  expect(router.state.location.search).toBe('?sort=silent');
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('مریم'));
  expect(screen.getByRole('button', { name: 'خاموش‌ترین' })).toBeVisible();
});

it('lets the server filter by state, and keeps the choice in the address', async () => {
  const service = customersService([hasan, maryam]);
  const { user, router } = await openPage(service);
  await user.click(await screen.findByRole('button', { name: /۱ ?بررسی شده/ }));
  await waitFor(() => {
    expect(screen.queryByText('حسن')).not.toBeInTheDocument();
  });
  expect(await screen.findByRole('link', { name: 'مریم' })).toBeVisible();
  expect(service.asked.at(-1)?.get('status')).toBe('1');
  expect(router.state.location.search).toBe('?status=processed');
});

it('lets the server filter by period', async () => {
  const service = customersService([hasan]);
  const { user } = await openPage(service);
  await user.click(screen.getByRole('button', { name: 'این ماه' }));
  await waitFor(() => {
    expect(service.asked.at(-1)?.get('filterDate')).toBe('3');
  });
});

it('lets the server search, without a history entry for every word', async () => {
  const service = customersService([hasan]);
  const { user, router } = await openPage(service);
  await user.type(screen.getByRole('searchbox'), 'هیچ');
  expect(await screen.findByText(EMPTY)).toBeVisible();
  expect(service.asked.at(-1)?.get('search')).toBe('هیچ');
  expect(router.state.location.search).toBe('?search=%D9%87%DB%8C%DA%86');
  expect(router.state.historyAction).toBe('REPLACE');
});

it('does not call back a seller who leaves before the search has settled', async () => {
  const { user, at } = await openPage(customersService([hasan]));
  const card = await screen.findByRole('link', { name: 'حسن' });
  server.use(
    http.get('*/user/validate-token-app2', async () => {
      // The step to the orders is still on its way when the typed text has rested.
      await delay(700);
      return HttpResponse.json({ user: { username: 'a', firstName: '', lastName: '' }, roles: ['seller'] });
    }),
  );
  await user.type(screen.getByRole('searchbox'), 'ح');
  await user.click(card);
  await waitFor(() => {
    expect(at()).toBe('/joz-sefaresh/a');
  });
});

it('does not call back a seller whose step is not drawn yet when the search settles', async () => {
  const { router, at } = await openPage(customersService([hasan]));
  const card = await screen.findByRole('link', { name: 'حسن' });
  vi.useFakeTimers();
  try {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ح' } });
    // One block, as on a phone that is busy: nothing is drawn between the two.
    act(() => {
      fireEvent.click(card);
      vi.advanceTimersByTime(300);
    });
  } finally {
    vi.useRealTimers();
  }
  expect(router.state.navigation.location?.pathname).toBe('/joz-sefaresh/a');
  await waitFor(() => {
    expect(at()).toBe('/joz-sefaresh/a');
  });
});

it('keeps a search that settled when a filter is pressed before it is drawn', async () => {
  const { router } = await openPage(customersService([hasan, maryam]));
  const processed = await screen.findByRole('button', { name: /۱ ?بررسی شده/ });
  vi.useFakeTimers();
  try {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'مر' } });
    act(() => {
      vi.advanceTimersByTime(300);
      fireEvent.click(processed);
    });
  } finally {
    vi.useRealTimers();
  }
  expect(await screen.findByRole('link', { name: 'مریم' })).toBeVisible();
  expect(router.state.location.search).toBe(`?search=${encodeURIComponent('مر')}&status=processed`);
  expect(screen.getByRole('searchbox')).toHaveValue('مر');
});

it('opens a shared link as it was sent', async () => {
  const service = customersService([hasan, maryam]);
  await openPage(service, '?search=مر&status=processed&period=range&from=1405-08-01&to=1405-08-30');
  expect(await screen.findByRole('link', { name: 'مریم' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('مر');
  expect(screen.getByRole('button', { name: /بررسی شده/ })).toHaveAttribute('aria-pressed', 'true');
  const range = screen.getByRole('button', { name: 'بازه ۱۴۰۵/۰۸/۰۱ تا ۱۴۰۵/۰۸/۳۰' });
  expect(range).toHaveAttribute('aria-pressed', 'true');
  expect(range).toHaveTextContent(/^۱۴۰۵\/۰۸\/۰۱ تا ۱۴۰۵\/۰۸\/۳۰$/);
  expect(service.asked.map((query) => Object.fromEntries(query))).toEqual([
    {
      page: '1',
      limit: '10',
      filterDate: '5',
      fromDate: '1405/08/01',
      toDate: '1405/08/30',
      status: '1',
      search: 'مر',
    },
  ]);
});

it('offers to clear the filters when they leave nobody', async () => {
  const service = customersService([hasan]);
  const { user, at, router } = await openPage(service, '?search=x&status=processed&period=week');
  expect(await screen.findByText(EMPTY)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'پاک کردن فیلترها' }));
  expect(await screen.findByRole('article')).toBeVisible();
  expect(at() + router.state.location.search).toBe('/seller-customers');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it('takes nonsense in the address for no filter', async () => {
  const service = customersService([hasan]);
  await openPage(service, '?status=2&period=range&from=1405-08-30&to=1405-08-01');
  expect(await screen.findByRole('article')).toBeVisible();
  expect(String(service.asked[0])).toBe('page=1&limit=10&filterDate=0');
});

it('is as it was left when Back comes from the orders: filter, search and loaded pages', async () => {
  const service = customersService(many(12));
  const { user, at } = await openPage(service, '?search=c&status=unprocessed');
  await screen.findAllByRole('article');
  await screen.findByText('پایان فهرست');
  await user.click(screen.getByRole('link', { name: 'مشتری c۳' }));
  await screen.findByRole('group', { name: 'وضعیت سفارش‌ها' });
  expect(at()).toBe('/joz-sefaresh/c3');
  await user.click(screen.getByRole('link', { name: 'بازگشت' }));
  await screen.findByRole('group', { name: 'وضعیت مشتریان' });
  // At once, not after another answer.
  expect(screen.getAllByRole('article')).toHaveLength(12);
  expect(screen.getByRole('searchbox')).toHaveValue('c');
  expect(screen.getByRole('button', { name: /بررسی نشده/ })).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => {
    expect(service.asked.map((query) => query.get('page'))).toEqual(['1', '2', '1', '2']);
  });
  expect(screen.getAllByRole('article')).toHaveLength(12);
});

it('asks for both dates of a range before it asks the server', async () => {
  const service = customersService([hasan]);
  const { user } = await openPage(service);
  await screen.findByRole('article');
  await user.click(screen.getByRole('button', { name: 'بازه' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByRole('textbox', { name: 'از تاریخ' }), '14050801');
  await user.click(sheet.getByRole('button', { name: 'گزارش' }));
  expect(await sheet.findByText('لطفا هر دو تاریخ شروع و پایان را انتخاب کنید')).toBeVisible();
  expect(service.asked).toHaveLength(1);
  await user.type(sheet.getByRole('textbox', { name: 'تا تاریخ' }), '14050830');
  await user.click(sheet.getByRole('button', { name: 'گزارش' }));
  await waitFor(() => {
    expect(String(service.asked.at(-1))).toBe(
      'page=1&limit=10&filterDate=5&fromDate=1405%2F08%2F01&toDate=1405%2F08%2F30',
    );
  });
});

it('says a failure in a toast and in its place, and tries again', async () => {
  const service = customersService([hasan]);
  service.refuseNext(500);
  const { user } = await openPage(service);
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  await waitFor(() => {
    expect(screen.getAllByText('خطا در بارگذاری اطلاعات').length).toBeGreaterThan(1);
  });
  await user.click(retry);
  expect(await screen.findByRole('article')).toBeVisible();
});
