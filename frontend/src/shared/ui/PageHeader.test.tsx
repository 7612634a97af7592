import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it } from 'vitest';
import { PageHeader } from './PageHeader';

const scrollPage = (y: number) => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true, writable: true });
  act(() => {
    fireEvent.scroll(window);
  });
};

afterEach(() => {
  scrollPage(0);
});

const header = () => screen.getByRole('banner');

describe('PageHeader', () => {
  it('leads back and out', () => {
    const element = <PageHeader title="مشتریان" backTo="/home" closeTo="/dashboard" />;
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
    expect(screen.getByRole('heading', { level: 1, name: 'مشتریان' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/home');
    expect(screen.getByRole('link', { name: 'بستن' })).toHaveAttribute('href', '/dashboard');
  });

  it('collapses after 250 px and does not flicker around them', () => {
    render(<PageHeader title="پیشخوان" />);
    scrollPage(250);
    expect(header()).not.toHaveAttribute('data-collapsed');
    scrollPage(251);
    expect(header()).toHaveAttribute('data-collapsed');
    scrollPage(240);
    expect(header()).toHaveAttribute('data-collapsed');
    scrollPage(200);
    expect(header()).not.toHaveAttribute('data-collapsed');
  });
});
