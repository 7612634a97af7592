import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { removeToken } from '../entities/session/cookie';
import { baseApi } from '../shared/api/baseApi';
import { sessionEnded, sessionLost } from '../shared/api/sessionLost';
import { dropLeaveRules } from '../shared/navigation/leaveGuard';

/** What a listener may do to the page; given by whoever owns the router. */
export interface PageActions {
  readonly toLogIn: () => Promise<void>;
}

/** What follows an action whatever screen is open. */
export function makeListeners(page: PageActions) {
  const listeners = createListenerMiddleware();
  listeners.startListening({
    matcher: isAnyOf(sessionLost, sessionEnded),
    effect: async (_, api) => {
      removeToken();
      dropLeaveRules();
      await page.toLogIn();
      // Only now: the screen that showed the old data is gone.
      api.dispatch(baseApi.util.resetApiState());
    },
  });
  return listeners;
}
