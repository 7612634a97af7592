import { type LoaderFunction, redirect } from 'react-router';
import { sessionApi } from '../entities/session/endpoints';
import { isOperator } from '../entities/session/roles';
import { selectRoles, selectUser } from '../entities/session/session.slice';
import { isAppError } from '../shared/api/appError';
import { UNAUTHORIZED } from '../shared/api/httpStatus';
import { sessionLost } from '../shared/api/sessionLost';
import { dialogsOf, withDialog } from '../shared/navigation/dialogs';
import { paths } from '../shared/navigation/paths';
import type { AppStore } from './store';

/** Pages of every logged-in user. */
const shared: readonly string[] = [paths.sessions.href(), paths.password.href()];

/**
 * Operators have one page, sellers all others. A redirect keeps the dialogs of the address, because links to orders may
 * be passed on.
 */
function toOwnPage(roles: readonly string[], { pathname, search }: URL): null {
  const atFindOrder = pathname === paths.findOrder.href();
  if (isOperator(roles) === atFindOrder || shared.includes(pathname)) return null;
  const dialogs = dialogsOf(search)
    .reduce((params, { name, id }) => withDialog(params, name, id), new URLSearchParams())
    .toString();
  throw redirect(`${atFindOrder ? paths.home.href() : paths.findOrder.href()}${dialogs === '' ? '' : `?${dialogs}`}`);
}

/**
 * Validates the session before a protected page opens. If it is refused, the log-in page follows. No answer, one that was
 * cut off (by a reload) or a captive portal's page says nothing about the session, so nobody is logged out: a client that
 * was let in before stays usable (each screen reports its own calls), a new one gets a page to try again.
 */
export function requireSession(store: AppStore): LoaderFunction {
  let started = false;
  return async ({ request }) => {
    // The splash page has just checked the session for the page it leads to; later navigations check again.
    const { data, error } = await store.dispatch(
      sessionApi.endpoints.validate.initiate(undefined, { forceRefetch: started, subscribe: false }),
    );
    started = true;
    // After a refused call, `data` is still the answer before it.
    if (data && !error) return toOwnPage(data.roles, new URL(request.url));
    if (isAppError(error) && error.status === UNAUTHORIZED) {
      store.dispatch(sessionLost());
      throw redirect(paths.logIn.href());
    }
    // Answered before in this session.
    const letIn = selectUser(store.getState()).username !== '';
    if (letIn) return toOwnPage(selectRoles(store.getState()), new URL(request.url));
    throw error;
  };
}
