import { readToken } from '../entities/session/cookie';
import { selectToken, tokenRead } from '../entities/session/session.slice';
import { sessionLost } from '../shared/api/sessionLost';
import type { AppStore } from './store';

/**
 * Another tab may have logged out, or logged in as somebody else: the cookie is compared whenever this tab comes back
 * to the front. `restart` loads the page anew, so that nothing of the former user is left.
 */
export function watchSession(store: AppStore, restart: () => void): () => void {
  const check = (): void => {
    if (document.hidden) return;
    const held = selectToken(store.getState());
    const found = readToken();
    if (held === found) return;
    if (held === '') store.dispatch(tokenRead(found));
    else if (found === '') store.dispatch(sessionLost());
    else restart();
  };
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    window.removeEventListener('focus', check);
    document.removeEventListener('visibilitychange', check);
  };
}
