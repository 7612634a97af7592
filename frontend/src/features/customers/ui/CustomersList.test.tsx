import { setupListeners } from '@reduxjs/toolkit/query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { drawn, layOut, offsetOf, scrollPageTo as scrollPageTo } from '../../../testing/layout';
import { nextFrame } from '../../../testing/nextFrame';
import { renderRoute } from '../../../testing/renderRoute';
import { customersService, wireCustomerOf } from '../msw';
import type * as Cards from './CustomerCard';

const cards = vi.hoisted(() => ({ drawn: 0 }));
vi.mock('./CustomerCard', async (original) => {
  const { CustomerCard } = await original<typeof Cards>();
  return {
    CustomerCard: (props: Parameters<typeof CustomerCard>[0]) => {
      cards.drawn += 1;
      return CustomerCard(props);
    },
  };
});

const noOrders = http.get('*/market/fetch-order-list-app2/:customerId', () => HttpResponse.json({ OrdersList: [] }));
/** px of a card, and between two. */
const LINE = 88;
const GAP = 8;
const STEP = LINE + GAP;
const many = (count: number) => Array.from({ length: count }, (_, index) => wireCustomerOf(`c${index}`));
const pages = ({ asked }: ReturnType<typeof customersService>) => asked.map((query) => Number(query.get('page')));
const link = (name: string) => screen.findByRole('link', { name });

async function openPage(service: ReturnType<typeof customersService>, query = '') {
  layOut(() => LINE);
  const page = renderRoute(`/seller-customers${query}`, {
    before: ['/home'],
    handlers: [sessionIs('valid'), sellerOfType(1), noOrders, ...service.handlers],
  });
  await screen.findByRole('list', { name: 'مشتریان' });
  return page;
}

const busy = () => document.querySelector('ul[aria-busy="true"]');

/** Scrolls on until so many pages were asked for. */
async function load(service: ReturnType<typeof customersService>, count: number) {
  for (let page = pages(service).length + 1; page <= count; page += 1) {
    await scrollPageTo((page - 1) * 10 * STEP);
    await waitFor(() => expect(pages(service)).toContain(page), { interval: 5 });
    await waitFor(() => expect(busy()).toBeNull(), { interval: 5 });
  }
}

/** Everybody, from the top to the end, as one sees them go by. */
async function everybody(): Promise<readonly (string | null | undefined)[]> {
  const seen = new Map<number, string | null | undefined>();
  for (let offset = 0; offset < 48 * STEP; offset += 4 * STEP) {
    await scrollPageTo(offset);
    // That a page is read again is to be seen with the next frame.
    await nextFrame();
    await waitFor(() => expect(busy()).toBeNull(), { interval: 5 });
    for (const [place, item] of drawn()) seen.set(place, item.querySelector('h2')?.textContent);
  }
  return [...seen].sort(([one], [other]) => one - other).map(([, name]) => name);
}

it('draws what is near the screen, counts all, brings the next page before its end, and marks the end', async () => {
  const service = customersService(many(12));
  await openPage(service);
  expect([...drawn().keys()]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(drawn().get(1)).toHaveAttribute('aria-setsize', '12');
  expect(screen.queryByText('پایان فهرست')).not.toBeInTheDocument();
  await scrollPageTo(8 * STEP);
  expect(await screen.findByText('پایان فهرست')).toBeVisible();
  expect(drawn().has(12)).toBe(true);
  expect(drawn().has(1)).toBe(false);
  expect(pages(service)).toEqual([1, 2]);
});

it('asks for the first page and those on the screen when one comes back to a tab with fifty pages', async () => {
  const all = many(500);
  const service = customersService(all);
  const { store } = await openPage(service);
  onTestFinished(setupListeners(store.dispatch));
  await load(service, 50);
  await scrollPageTo(304 * STEP);
  service.asked.length = 0;
  all[301] = wireCustomerOf('c301', { f2: 'تازه' });
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await link('تازه')).toBeInTheDocument();
  expect(pages(service)).toEqual([1, 31]);
  // Another one is read again when it comes into sight, and once only.
  all[101] = wireCustomerOf('c101', { f2: 'نو' });
  await scrollPageTo(104 * STEP);
  expect(await link('نو')).toBeInTheDocument();
  await scrollPageTo(304 * STEP);
  await scrollPageTo(104 * STEP);
  expect(pages(service)).toEqual([1, 31, 11]);
}, 90_000);

it('shows everybody once when somebody orders while the pages are read', async () => {
  const all = many(25);
  const service = customersService(all);
  await openPage(service);
  await load(service, 2);
  // The last one orders and is the first one now: the last of the second page moves to the third.
  all.unshift(...all.splice(-1));
  await everybody();
  expect(await everybody()).toEqual(['مشتری c۲۴', ...(await namesOf(24))]);
});

it('loses nobody when somebody has left the list between the pages', async () => {
  const all = many(45);
  const service = customersService(all);
  await openPage(service);
  await load(service, 3);
  all.shift();
  await everybody();
  expect(await everybody()).toEqual((await namesOf(45)).slice(1));
});

const namesOf = async (count: number): Promise<readonly string[]> => {
  const { localDigits } = await import('../../../shared/lib/digits');
  return many(count).map(({ f2 }) => localDigits(f2));
};

it('keeps what it has when a later page fails, and fetches that page again', async () => {
  const service = customersService(many(12));
  const { user } = await openPage(service);
  service.refuseNext(400);
  await scrollPageTo(6 * STEP);
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  expect(drawn().has(10)).toBe(true);
  expect(pages(service)).toEqual([1, 2]);
  await user.click(retry);
  expect(await screen.findByText('پایان فهرست')).toBeVisible();
  expect(pages(service)).toEqual([1, 2, 2]);
});

it('comes back to the customer it was left at, wherever that one is by then', async () => {
  const all = many(40);
  const service = customersService(all);
  const { user, at } = await openPage(service);
  await load(service, 4);
  await scrollPageTo(23 * STEP + 70);
  const before = offsetOf(await link('مشتری c۲۶'), GAP);
  await user.click(await link('مشتری c۲۶'));
  await waitFor(() => expect(at()).toBe('/joz-sefaresh/c26'), { timeout: 15_000 });
  await waitFor(() => expect(drawn().size).toBe(0), { timeout: 15_000 });
  await scrollPageTo(0);
  // Three are new, and the one that was opened is on top now.
  all.unshift(...all.splice(26, 1), wireCustomerOf('x1'), wireCustomerOf('x2'), wireCustomerOf('x3'));
  service.asked.length = 0;
  const answer = service.holdNext();
  await user.click(screen.getByRole('link', { name: 'بازگشت' }));
  expect(offsetOf(await link('مشتری c۲۶'), GAP)).toBe(before);
  answer();
  // The first page, and the one on the screen: its place among the others is another one, on the screen it is not.
  await waitFor(() => expect(pages(service)).toEqual([1, 3]));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'مشتری c۲۶' })).not.toBeInTheDocument());
  expect(offsetOf(await link('مشتری c۲۵'), GAP)).toBe(before - STEP);
});

it('begins at its top with another filter', async () => {
  const service = customersService(many(40));
  const { user } = await openPage(service);
  await load(service, 3);
  expect(window.scrollY).toBeGreaterThan(1_000);
  await user.click(screen.getByRole('button', { name: /بررسی نشده/ }));
  await waitFor(() => expect(service.asked.at(-1)?.get('status')).toBe('0'));
  await waitFor(() => expect(drawn().has(1)).toBe(true));
  expect(window.scrollY).toBe(0);
});

it('draws no card for a key in the search', async () => {
  await openPage(customersService(many(12)), '?status=unprocessed');
  await link('مشتری c۰');
  await waitFor(() => expect(drawn().size).toBe(7));
  await act(async () => Promise.resolve());
  cards.drawn = 0;
  const search = screen.getByRole('searchbox');
  for (const typed of ['م', 'مش', 'مشت']) fireEvent.change(search, { target: { value: typed } });
  expect(search).toHaveValue('مشت');
  expect(cards.drawn).toBe(0);
});

it('is walked by keys, and keeps the focus of a card that is scrolled away', async () => {
  const { user } = await openPage(customersService(many(12)));
  const first = await link('مشتری c۰');
  act(() => first.focus());
  await scrollPageTo(8 * STEP);
  expect(first).toHaveFocus();
  expect(drawn().get(1)).toContainElement(first);
  await screen.findByText('پایان فهرست');
  await user.keyboard('{PageDown}');
  expect(await link('مشتری c۷')).toHaveFocus();
  await user.keyboard('{End}');
  expect(await link('مشتری c۱۱')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(await link('مشتری c۰')).toHaveFocus();
  expect(window.scrollY).toBeLessThan(STEP + 300);
});
