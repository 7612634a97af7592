import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { followRouter } from '../navigation/trail';
import { BackLink, LinkButton } from './Link';

/** From the log-in page home, then to a filtered list, then to one of its orders. */
async function setup() {
  const Page = (): ReactNode => <BackLink to="/list" label="back" icon={null} />;
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/log-in'] });
  followRouter(router);
  render(<RouterProvider router={router} />);
  for (const step of ['/home', '/list?filter=today', '/order']) await act(() => router.navigate(step));
  return { router, address: () => `${router.state.location.pathname}${router.state.location.search}` };
}

it('leads to the list as it was left', async () => {
  const { address } = await setup();
  await act(async () => {
    fireEvent.click(screen.getByRole('link', { name: 'back' }));
    await Promise.resolve();
  });
  expect(address()).toBe('/list?filter=today');
});

it('leads no further when it is pressed again before the list is drawn', async () => {
  const { address, router } = await setup();
  const navigate = vi.spyOn(router, 'navigate');
  await act(async () => {
    const link = screen.getByRole('link', { name: 'back' });
    fireEvent.click(link);
    fireEvent.click(link);
    await Promise.resolve();
    fireEvent.click(link);
    await Promise.resolve();
  });
  expect(address()).toBe('/list?filter=today');
  expect(navigate).toHaveBeenCalledOnce();
});

it('names a file of the API by its address, where that has an origin of its own', async () => {
  const file = 'http://api.panel.test/report/dashboard-customers-nums-app2/1?format=csv';
  const Page = (): ReactNode => (
    <LinkButton to={file} reloadDocument>
      file
    </LinkButton>
  );
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/report-customers'] });
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('link', { name: 'file' })).toHaveAttribute('href', file);
});
