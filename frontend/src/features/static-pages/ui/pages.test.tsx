import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderRoute } from '../../../testing/renderRoute';

describe('the pages that need no session', () => {
  it('has the four sections of the terms', async () => {
    renderRoute('/rules', { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'قوانین و مقررات' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'مقدمه',
      'موضوع قرارداد',
      'مسئولیت‌های ویزیتور',
      'مسئولیت‌های پلتفرم',
    ]);
  });

  it('introduces the company with its date of registration', async () => {
    renderRoute('/about', { token: null });
    expect(await screen.findByText(/۱۳ مهر ۱۳۹۹/)).toBeVisible();
    expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(5);
  });

  it('answers ten questions', async () => {
    renderRoute('/FAQ', { token: null });
    await screen.findByRole('heading', { level: 1, name: 'پرسش‌های متداول' });
    expect(screen.getAllByRole('group')).toHaveLength(10);
  });
});
