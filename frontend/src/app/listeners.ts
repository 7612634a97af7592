import { createListenerMiddleware, isAnyOf, type WithSlice } from '@reduxjs/toolkit';
import { isAnswerTo } from '../entities/session/answers';
import { readToken, removeToken } from '../entities/session/cookie';
import { selectIsOver, type sessionSlice, tokenRead } from '../entities/session/session.slice';
import { keepReturnAddress, ownTab } from '../entities/session/tabOwner';
import { dropEarly } from '../shared/api/early';
import { sessionEnded, sessionLost } from '../shared/api/sessionLost';
import { clearTab } from '../shared/lib/tabStorage';
import { dropLeaveRules } from '../shared/navigation/leaveGuard';
import { paths } from '../shared/navigation/paths';
import { boundPath, boundSearch } from '../shared/navigation/trail';

/** What a listener may do to the page; provided by the owner of the router. */
export interface PageActions {
  /** Resolves when the log-in page is rendered; false when it was open already. */
  readonly toLogIn: () => Promise<boolean>;
  /** Drops all cached answers. */
  readonly forgetAnswers: () => void;
}

/** The page to return to after log-in: the current one or the one being opened; never the splash or the log-in page. */
function keepPlace(hadSession: boolean): void {
  const place = boundPath();
  if (place === null || place === paths.logIn.href() || place === paths.splash.href()) return;
  keepReturnAddress(`${place}${boundSearch()}`, hadSession);
}

/** Side effects of actions that do not depend on the open screen. */
export function makeListeners(page: PageActions) {
  const listeners = createListenerMiddleware<WithSlice<typeof sessionSlice>>();
  let leaving = false;
  listeners.startListening({
    matcher: isAnyOf(sessionLost, sessionEnded),
    effect: async (action, api) => {
      // A log-out clears everything, even when a call has noticed the end of the session before.
      if (sessionEnded.match(action)) clearTab();
      // Several calls get a 401 at once: only the first one clears up.
      if (leaving) return;
      leaving = true;
      try {
        removeToken();
        if (sessionLost.match(action)) keepPlace(selectIsOver(api.getState()));
        dropLeaveRules();
        dropEarly();
        // Only after the old screen is gone: it would refetch its data and get a 401 again, for ever.
        if (await page.toLogIn()) page.forgetAnswers();
      } finally {
        leaving = false;
      }
    },
  });
  listeners.startListening({
    matcher: isAnswerTo('validate'),
    effect: ({ payload }) => ownTab(payload.user.username),
  });
  listeners.startListening({
    matcher: isAnswerTo('logIn'),
    effect: ({ payload }, api) => {
      ownTab(payload.user.username);
      api.dispatch(tokenRead(readToken()));
      // Nothing that was read before the log-in may be used after it.
      page.forgetAnswers();
    },
  });
  return listeners;
}
