import { act, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderRoute } from '../testing/renderRoute';
import { watchSession } from './sessionWatch';

const focus = (): void => {
  act(() => {
    window.dispatchEvent(new Event('focus'));
  });
};

function watched(token: string | null) {
  const page = renderRoute('/about', { token });
  const restart = vi.fn();
  const stop = watchSession(page.store, restart);
  return { ...page, restart, stop };
}

describe('when the tab comes back to the front', () => {
  it('does nothing while the handle is the same', () => {
    const { store, restart, stop } = watched('handle-1');
    focus();
    expect(restart).not.toHaveBeenCalled();
    expect(store.getState().session.isAuthenticated).toBe(true);
    stop();
  });

  it('starts anew for another user', () => {
    const { restart, stop } = watched('handle-1');
    document.cookie = 'token=handle-2; Path=/';
    focus();
    expect(restart).toHaveBeenCalledOnce();
    stop();
  });

  it('goes to the log-in page when another tab logged out', async () => {
    const { at, stop } = watched('handle-1');
    document.cookie = 'token=; Path=/; Max-Age=0';
    focus();
    await waitFor(() => {
      expect(at()).toBe('/log-in');
    });
    stop();
  });

  it('notices that another tab logged in', () => {
    const { store, restart, stop } = watched(null);
    expect(store.getState().session.isAuthenticated).toBe(false);
    document.cookie = 'token=handle-3; Path=/';
    focus();
    expect(store.getState().session).toMatchObject({ isAuthenticated: true, token: 'handle-3' });
    expect(restart).not.toHaveBeenCalled();
    stop();
  });
});
