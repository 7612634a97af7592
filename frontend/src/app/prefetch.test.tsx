import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { server } from '../testing/server';
import firstCalls from './firstCalls.json';
import { prefetchPages } from './prefetch';

let asked: string[] = [];

afterEach(() => {
  Object.assign(window, { pishkhanEarly: undefined });
  document.body.replaceChildren();
});

/** A page with links, whose presses lead nowhere. */
function open(): void {
  asked = [];
  server.use(
    http.get('*', ({ request }) => {
      asked.push(request.url.slice(window.location.origin.length));
      return HttpResponse.json({});
    }),
  );
  prefetchPages([], () => Promise.resolve());
  const written = document.createElement('meta');
  written.name = 'pishkhan-pages';
  written.content = JSON.stringify(firstCalls.pages);
  document.head.append(written);
  onTestFinished(() => written.remove());
  document.body.innerHTML = `
    <main>
      <a href="/seller-customers">customers</a>
      <a href="/sefaresh-moshtari/c1/o1">order</a>
      <a href="/seller-customers?search=x">search</a>
      <a href="/products" download>file</a>
      <a href="/about">about</a>
    </main>`;
  document.body.addEventListener('click', (event) => event.preventDefault());
}

it('asks at the press for what the next page will ask for, and only when the press is a step to it', async () => {
  open();
  const press = (name: string, init?: MouseEventInit) => fireEvent.click(screen.getByText(name), init);
  press('search');
  press('file');
  press('about');
  press('customers', { ctrlKey: true });
  press('customers', { button: 1 });
  press('customers');
  press('order');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual(['/user/customer-list-app2?page=1&limit=10&filterDate=0', '/market/fetch-order-joz-app2/o1']);
});
