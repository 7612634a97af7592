import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followRouter } from './trail';
import { useUrlSheet } from './useUrlSheet';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function setup(...entries: string[]) {
  const sheet: { current?: ReturnType<typeof useUrlSheet> } = {};
  function Page(): ReactNode {
    sheet.current = useUrlSheet('type');
    return null;
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: entries });
  followRouter(router);
  render(<RouterProvider router={router} />);
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  const press = (...what: ((one: ReturnType<typeof useUrlSheet>) => void)[]) =>
    act(async () => {
      const drawn = sheet.current;
      if (!drawn) throw new Error('drawn');
      // All by what was drawn before the first of them.
      for (const one of what) one(drawn);
      await Promise.resolve();
    });
  return { address, press, router };
}

it('opens by a step forward and closes by the step back', async () => {
  const { address, press } = setup('/home', '/orders/1?tab=2');
  await press((sheet) => sheet.open('a'));
  expect(address()).toBe('/orders/1?tab=2&type=a');
  await press((sheet) => sheet.close());
  expect(address()).toBe('/orders/1?tab=2');
});

it('goes one step back, however often it is closed in one press', async () => {
  const { address, press } = setup('/home', '/orders/1');
  await press((sheet) => sheet.open('a'));
  await press(
    (sheet) => sheet.close(),
    (sheet) => sheet.close(),
  );
  expect(address()).toBe('/orders/1');
});

it('takes a sheet that a link opened out of the address', async () => {
  const { address, press, router } = setup('/home', '/orders/1?type=a');
  await press(
    (sheet) => sheet.close(),
    (sheet) => sheet.close(),
  );
  expect(address()).toBe('/orders/1');
  expect(router.state.historyAction).toBe('REPLACE');
});

it('makes one entry of a sheet that is opened twice', async () => {
  const { address, press } = setup('/home', '/orders/1');
  await press(
    (sheet) => sheet.open('a'),
    (sheet) => sheet.open('a'),
  );
  await press((sheet) => sheet.close());
  expect(address()).toBe('/orders/1');
});

it('changes nothing once the tab is bound for another page', async () => {
  const { address, press, router } = setup('/orders/1');
  await press(
    () => void router.navigate('/dashboard'),
    (sheet) => sheet.open('a'),
  );
  expect(address()).toBe('/dashboard');
});
