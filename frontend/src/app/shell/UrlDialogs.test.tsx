import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../entities/seller/msw';
import { sessionIs } from '../../entities/session/msw';
import { renderRoute } from '../../testing/renderRoute';

vi.mock('../../features/orders/dialog/ui/OrderDialog', () => ({
  get OrderDialog(): never {
    throw new Error('It broke.');
  },
}));

it('says that a dialog did not come, and Back closes that and leaves the page where it is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { router, at } = renderRoute('/home', {
    handlers: [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()],
  });
  await screen.findByRole('link', { name: 'مشتریان' });
  await router.navigate('/home?order=o1', { state: { layer: 'order' } });
  await screen.findByRole('alertdialog');
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(at()).toBe('/home');
  expect(screen.getByRole('link', { name: 'مشتریان' })).toBeVisible();
});
