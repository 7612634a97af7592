import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { sessionIs } from '../entities/session/msw';
import { renderRoute } from '../testing/renderRoute';
import firstCalls from './firstCalls.json';

const filled = (pattern: string): string => pattern.replaceAll(/:(\w+)/g, '$1-1');

const askingPages = firstCalls.pages.filter(({ calls }) => calls.length > 0);

it.each(askingPages)('asks early for nothing that $path does not ask for', async ({ path, calls }) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked = new Set<string>();
  const note = http.all('*', ({ request }) => {
    asked.add(request.url);
    if (!request.url.includes('validate-token')) return HttpResponse.json({ message: 'x' }, { status: 503 });
    return undefined;
  });
  renderRoute(filled(path), { handlers: [note, sessionIs('valid')] });
  for (const call of [...firstCalls.shell, ...calls]) {
    const url = new URL(`/${filled(call)}`, window.location.origin).href;
    await waitFor(() => {
      expect([...asked]).toContain(url);
    });
  }
});
