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

/** What a listener may do to the page; given by whoever owns the router. */
export interface PageActions {
  /** Ends when the log-in page is on the screen; false when it was there already. */
  readonly toLogIn: () => Promise<boolean>;
  /** Forgets everything that the server has answered. */
  readonly forgetAnswers: () => void;
}

/** Where the user was, or was on the way to; the splash and the log-in page are no places to come back to. */
function keepPlace(hadSession: boolean): void {
  const place = boundPath();
  if (place === null || place === paths.logIn.href() || place === paths.splash.href()) return;
  keepReturnAddress(`${place}${boundSearch()}`, hadSession);
}

/** What follows an action whatever screen is open. */
export function makeListeners(page: PageActions) {
  const listeners = createListenerMiddleware<WithSlice<typeof sessionSlice>>();
  let leaving = false;
  listeners.startListening({
    matcher: isAnyOf(sessionLost, sessionEnded),
    effect: async (action, api) => {
      // Whoever logs out leaves nothing behind, also when a call has met the end of the session before it.
      if (sessionEnded.match(action)) clearTab();
      // Several calls meet the end of the session at once: the first one clears up, the others have nothing to add.
      if (leaving) return;
      leaving = true;
      try {
        removeToken();
        if (sessionLost.match(action)) keepPlace(selectIsOver(api.getState()));
        dropLeaveRules();
        dropEarly();
        // Only when the old screen is gone: it would ask for its data again, and be refused again, for ever.
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
      // Nothing that was read for another user, or for nobody, outlives a log-in.
      page.forgetAnswers();
    },
  });
  return listeners;
}
