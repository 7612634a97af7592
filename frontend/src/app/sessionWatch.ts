import { isSessionValid } from '../entities/session/calls';
import { readToken } from '../entities/session/cookie';
import { selectToken, selectUser, tokenRead } from '../entities/session/session.slice';
import { takeReturnAddress } from '../entities/session/tabOwner';
import { isReachable } from '../shared/api/connection';
import { sessionLost } from '../shared/api/sessionLost';
import { paths } from '../shared/navigation/paths';
import type { Client } from './client';

/**
 * Another tab may have logged out or in, so the cookie is compared whenever this tab comes to the front, and once at the
 * start, since this code loads after the page. The same user goes on, also from the log-in page; for another user
 * `restart` loads the page anew, so that nothing of the former user is left.
 */
export function watchSession({ store, router }: Pick<Client, 'store' | 'router'>, restart: () => void): () => void {
  const userNow = () => selectUser(store.getState()).username;
  const askWhose = async (found: string, held: string): Promise<void> => {
    const before = userNow();
    const isValid = await store.dispatch(isSessionValid()).catch(() => false);
    // Two events announce that a tab is back.
    if (selectToken(store.getState()) === found) return;
    if (isValid && (before === '' || before === userNow())) {
      store.dispatch(tokenRead(found));
      if (router.state.location.pathname === paths.logIn.href())
        void router.navigate(takeReturnAddress() ?? paths.home.href(), { replace: true });
    } else if (held !== '' && isReachable()) restart();
    // Without an answer nothing could be loaded anyway; the next return of the tab asks again.
  };
  const check = (): void => {
    if (document.hidden) return;
    const held = selectToken(store.getState());
    const found = readToken();
    if (held === found) return;
    if (found === '') store.dispatch(sessionLost());
    else void askWhose(found, held);
  };
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    window.removeEventListener('focus', check);
    document.removeEventListener('visibilitychange', check);
  };
}
