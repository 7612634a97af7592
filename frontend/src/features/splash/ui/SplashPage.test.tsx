import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the splash page', () => {
  it('shows the welcome for three seconds before it asks', async () => {
    let asked = 0;
    const counting = http.get('*/user/validate-token-app2', () => {
      asked += 1;
      return HttpResponse.json({ message: 'x' }, { status: 401 });
    });
    const { at } = renderRoute('/', { handlers: [counting] });
    expect(await screen.findByRole('heading', { name: 'به پیشخوان خوش آمدید' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toBe(0);
    expect(at()).toBe('/');
    await vi.advanceTimersByTimeAsync(1000);
    await waitFor(() => {
      expect(asked).toBe(1);
    });
  });

  it('goes to the dashboard with a valid session', async () => {
    const { router } = renderRoute('/', { handlers: [sessionIs('valid')] });
    const visited: string[] = [];
    router.subscribe((state) => visited.push((state.navigation.location ?? state.location).pathname));
    await screen.findByRole('heading', { name: 'به پیشخوان خوش آمدید' });
    await vi.advanceTimersByTimeAsync(3000);
    await waitFor(() => {
      expect(visited).toContain('/dashboard');
    });
  });

  it.each(['invalid', 'down', 'offline'] as const)('goes to the log-in page when the answer is %s', async (answer) => {
    const { at } = renderRoute('/', { handlers: [sessionIs(answer)] });
    await screen.findByRole('heading', { name: 'به پیشخوان خوش آمدید' });
    await vi.advanceTimersByTimeAsync(3000);
    await waitFor(() => {
      expect(at()).toBe('/log-in');
    });
  });
});
