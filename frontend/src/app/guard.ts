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

/** Of everybody who is logged in. */
const shared: readonly string[] = [paths.sessions.href(), paths.password.href()];

/**
 * An operator has one page of work, and a seller has all others. A dialog that the address names is opened above the
 * page that the person is led to: links to orders may be passed on.
 */
function toOwnPage(roles: readonly string[], { pathname, search }: URL): null {
  const atFindOrder = pathname === paths.findOrder.href();
  if (isOperator(roles) === atFindOrder || shared.includes(pathname)) return null;
  const dialogs = dialogsOf(search)
    .reduce((kept, { name, id }) => withDialog(kept, name, id), new URLSearchParams())
    .toString();
  throw redirect(`${atFindOrder ? paths.home.href() : paths.findOrder.href()}${dialogs === '' ? '' : `?${dialogs}`}`);
}

/**
 * Validates the session before a protected page is shown. Refused: the log-in page. No answer, one that was cut off (as
 * by a reload), or another network's page in its place: that says nothing about the session, so nobody is logged out; a
 * client that was let in before stays usable (each screen reports its own calls), a new one gets a page to try again.
 */
export function requireSession(store: AppStore): LoaderFunction {
  let started = false;
  return async ({ request }) => {
    // What the splash was just told counts for the page that it leads to; every later step asks again.
    const { data, error } = await store.dispatch(
      sessionApi.endpoints.validate.initiate(undefined, { forceRefetch: started, subscribe: false }),
    );
    started = true;
    // Of a refused answer, the one before is still the query's data.
    if (data && !error) return toOwnPage(data.roles, new URL(request.url));
    if (isAppError(error) && error.status === UNAUTHORIZED) {
      store.dispatch(sessionLost());
      throw redirect(paths.logIn.href());
    }
    // Known from an answer before, until the session ends.
    const letIn = selectUser(store.getState()).username !== '';
    if (letIn) return toOwnPage(selectRoles(store.getState()), new URL(request.url));
    throw error;
  };
}
