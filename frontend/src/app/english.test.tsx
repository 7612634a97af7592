import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { sessionIs } from '../entities/session/msw';
import { setLanguage } from '../shared/i18n/i18n';
import { paths } from '../shared/navigation/paths';
import { TextField } from '../shared/ui/TextField';
import { renderRoute } from '../testing/renderRoute';

it('is English from left to right: texts, digits, dates and what is typed', async () => {
  await setLanguage('en');
  const handlers = [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()];
  renderRoute(paths.home.href(), { handlers });
  const main = await screen.findByRole('main');
  await waitFor(() => {
    expect(main).toHaveTextContent(/Customers[\d,]+customers/);
  });
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  expect(within(main).getByRole('timer')).toHaveTextContent(/^\D*\d\d:\d\d:\d\d$/);
  expect(main.textContent).not.toMatch(/[\u06f0-\u06f9\u0660-\u0669]/);
  expect(screen.getByRole('button', { name: 'فارسی' })).toHaveAttribute('lang', 'fa');
});

it('writes a typed number in English digits on the log-in page', async () => {
  await setLanguage('en');
  const { user } = renderRoute(paths.logIn.href(), { token: null });
  const phone = await screen.findByLabelText('Mobile number');
  await user.type(phone, '۰۹۱۲345');
  expect(phone).toHaveValue('0912345');
  expect(screen.getByText('7 of 11 digits')).toBeVisible();
});

it('lets what is typed into a text say its own direction, for names are Persian', async () => {
  await setLanguage('en');
  renderRoute(paths.logIn.href(), { token: null });
  expect(await screen.findByLabelText('Mobile number')).toHaveAttribute('dir', 'ltr');
  render(<TextField label="Name" value="" onValueChange={() => undefined} />);
  expect(screen.getByLabelText('Name')).toHaveAttribute('dir', 'auto');
  await setLanguage('fa');
  render(<TextField label="نام" value="" onValueChange={() => undefined} />);
  expect(screen.getByLabelText('نام')).not.toHaveAttribute('dir');
});
