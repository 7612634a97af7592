import { combineSlices, configureStore, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { sessionSlice } from '../entities/session/session.slice';
import { baseApi } from '../shared/api/baseApi';
import { sessionEnded, sessionLost } from '../shared/api/sessionLost';
import { makeListeners, type PageActions } from './listeners';

/** A feature's slice comes with its route (`lazyPage`). */
export const rootReducer = combineSlices(sessionSlice, baseApi);

export type RootState = ReturnType<typeof rootReducer>;

/** When the session goes, so does every draft; the api's part and the session's are reset by their own reducers. */
const forgetting: Reducer<RootState, UnknownAction, Partial<RootState>> = (state, action) => {
  const gone = sessionLost.match(action) || sessionEnded.match(action);
  return rootReducer(gone && state?.api && state.session ? { api: state.api, session: state.session } : state, action);
};

export function makeStore(page: PageActions) {
  return configureStore({
    reducer: forgetting,
    middleware: (defaults) => defaults().prepend(makeListeners(page).middleware).concat(baseApi.middleware),
    devTools: __DEV__,
  });
}

export type AppStore = ReturnType<typeof makeStore>;
