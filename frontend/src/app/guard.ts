import { type LoaderFunction, redirect } from 'react-router';
import { sessionApi } from '../entities/session/endpoints';
import { isAppError, isPassing } from '../shared/api/appError';
import { sessionLost } from '../shared/api/sessionLost';
import { paths } from '../shared/navigation/paths';
import type { AppStore } from './store';

/**
 * Validates the session before a protected page is shown. Refused: the log-in page. No answer: that says nothing about
 * the session, so nobody is logged out; a client that was let in before stays usable (each screen reports its own
 * calls), a new one gets a page to try again.
 */
export function requireSession(store: AppStore): LoaderFunction {
  let letIn = false;
  return async () => {
    const { data, error } = await store.dispatch(
      sessionApi.endpoints.validate.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    if (data) {
      letIn = true;
      return null;
    }
    if (isAppError(error) && isPassing(error)) {
      if (letIn) return null;
      throw error;
    }
    letIn = false;
    store.dispatch(sessionLost());
    throw redirect(paths.logIn.href());
  };
}
