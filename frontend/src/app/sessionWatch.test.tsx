import { act, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { isSessionValid } from '../entities/session/calls';
import { demoUser, sessionIs } from '../entities/session/msw';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';
import { watchSession } from './sessionWatch';

const focusWindow = (): void => {
  act(() => {
    window.dispatchEvent(new Event('focus'));
  });
};

function watched(token: string | null) {
  const page = renderRoute('/about', { token });
  const restart = vi.fn();
  const unwatch = watchSession(page, restart);
  return { ...page, restart, stop: unwatch };
}

describe('when the tab comes back to the front', () => {
  it('does nothing while the handle is the same', () => {
    const { store, restart, stop: unwatch } = watched('handle-1');
    focusWindow();
    expect(restart).not.toHaveBeenCalled();
    expect(store.getState().session.isAuthenticated).toBe(true);
    unwatch();
  });

  describe('and another tab has logged in', () => {
    async function known() {
      const page = watched('handle-1');
      server.use(sessionIs('valid'));
      await act(() => page.store.dispatch(isSessionValid()));
      document.cookie = 'token=handle-2; Path=/';
      return { ...page, held: () => page.store.getState().session.token };
    }

    it('goes on for the same user', async () => {
      const { restart, stop: unwatch, held } = await known();
      focusWindow();
      await waitFor(() => expect(held()).toBe('handle-2'));
      expect(restart).not.toHaveBeenCalled();
      unwatch();
    });

    it('starts anew for another user', async () => {
      const { restart, stop: unwatch } = await known();
      const user = { ...demoUser, username: 'demo2' };
      server.use(http.get('*/user/validate-token-app2', () => HttpResponse.json({ user, roles: ['seller'] })));
      focusWindow();
      await waitFor(() => expect(restart).toHaveBeenCalled());
      unwatch();
    });

    it('asks again the next time when nobody answers', async () => {
      const { store, restart, stop: unwatch, held } = await known();
      let asked = 0;
      server.use(
        http.get('*/user/validate-token-app2', () => {
          asked += 1;
          return HttpResponse.error();
        }),
      );
      focusWindow();
      await waitFor(() => expect(asked).toBe(1));
      await act(() => store.dispatch(isSessionValid()));
      expect(restart).not.toHaveBeenCalled();
      expect(held()).toBe('handle-1');
      server.use(sessionIs('valid'));
      focusWindow();
      await waitFor(() => expect(held()).toBe('handle-2'));
      unwatch();
    });
  });

  it('goes to the log-in page when another tab logged out', async () => {
    const { at, stop: unwatch } = watched('handle-1');
    document.cookie = 'token=; Path=/; Max-Age=0';
    focusWindow();
    await waitFor(() => {
      expect(at()).toBe('/log-in');
    });
    unwatch();
  });

  it('notices that another tab logged in, and that this is over as well', async () => {
    const { store, restart, stop: unwatch } = watched(null);
    const session = () => store.getState().session;
    expect(session().isAuthenticated).toBe(false);
    document.cookie = 'token=handle-3; Path=/';
    server.use(sessionIs('invalid'));
    focusWindow();
    await act(() => store.dispatch(isSessionValid()));
    expect(session().isAuthenticated).toBe(false);
    server.use(sessionIs('valid'));
    focusWindow();
    await waitFor(() => expect(session()).toMatchObject({ isAuthenticated: true, token: 'handle-3' }));
    expect(restart).not.toHaveBeenCalled();
    unwatch();
  });
});
