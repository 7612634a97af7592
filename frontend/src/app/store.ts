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

/** The api's part joins with the first call (`joinApi`), a feature's slice with its route (`lazyPage`). */
export const rootReducer = combineSlices(sessionSlice).withLazyLoadedSlices<WithSlice<typeof baseApi>>();

/** The api's part is there for whoever reads it: only calls do. */
export type RootState = ReturnType<typeof rootReducer> & WithSlice<typeof baseApi>;

/** Where the api's middleware joins. */
export const lateMiddleware = createDynamicMiddleware();

/** When the session goes, so does every draft; the api's part and the session's are reset by their own reducers. */
const forgetting: Reducer<RootState, UnknownAction, Partial<RootState>> = (state, action) => {
  const gone = sessionLost.match(action) || sessionEnded.match(action);
  const kept =
    gone && state ? { ...(state.session && { session: state.session }), ...(state.api && { api: state.api }) } : state;
  return rootReducer(kept, action) as RootState;
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
