import {
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type Reducer,
  type UnknownAction,
  type WithSlice,
} from '@reduxjs/toolkit';
import { sessionSlice } from '../entities/session/session.slice';
import type { baseApi } from '../shared/api/baseApi';
import type { Services } from '../shared/api/services';
import { sessionEnded, sessionLost } from '../shared/api/sessionLost';
import { makeListeners, type PageActions } from './listeners';

/** The API's reducer is injected with the first call (`joinApi`), a feature's slice with its route (`lazyPage`). */
export const rootReducer = combineSlices(sessionSlice).withLazyLoadedSlices<WithSlice<typeof baseApi>>();

/** The API's state counts as always there, because only calls read it. */
export type RootState = ReturnType<typeof rootReducer> & WithSlice<typeof baseApi>;

/** The API's middleware is added here. */
export const lateMiddleware = createDynamicMiddleware();

/** Drops every slice when the session ends, but for those of the API and the session, whose own reducers reset them. */
const forgetting: Reducer<RootState, UnknownAction, Partial<RootState>> = (state, action) => {
  const gone = sessionLost.match(action) || sessionEnded.match(action);
  const current =
    gone && state ? { ...(state.session && { session: state.session }), ...(state.api && { api: state.api }) } : state;
  return rootReducer(current, action) as RootState;
};

export function makeStore(page: PageActions, services: Services) {
  return configureStore({
    reducer: forgetting,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services } })
        .prepend(makeListeners(page).middleware)
        .concat(lateMiddleware.middleware),
    devTools: __DEV__,
  });
}

export type AppStore = ReturnType<typeof makeStore>;
