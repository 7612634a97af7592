import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRoute } from '../../testing/renderRoute';

it('skips to the page without a step of the history that the router did not make', async () => {
  const { user, at } = renderRoute('/about', { token: null });
  const main = await screen.findByRole('main');
  const depth = window.history.length;
  await user.tab();
  expect(screen.getByRole('link', { name: 'رفتن به محتوای صفحه' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(main).toHaveFocus();
  expect(window.history.length).toBe(depth);
  expect(window.location.hash).toBe('');
  expect(at()).toBe('/about');
});
