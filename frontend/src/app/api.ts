import { createAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../shared/api/baseApi';
import { onAnswer } from '../shared/api/connection';
import { type AppStore, lateMiddleware, rootReducer } from './store';

const apiJoined = createAction('api/joined');

/** Adds the API's reducer and middleware to the store. Returns a function that drops all cached answers. */
export function connectApi({ dispatch }: AppStore, { watchDevice }: { watchDevice: boolean }): () => void {
  rootReducer.inject(baseApi);
  lateMiddleware.addMiddleware(baseApi.middleware);
  // An injected reducer creates its state at the next action.
  dispatch(apiJoined());
  if (watchDevice) {
    setupListeners(dispatch);
    // The browser reports only the device's own network.
    setupListeners(dispatch, (_, { onOnline }) => onAnswer(() => dispatch(onOnline())));
  }
  return () => {
    dispatch(baseApi.util.resetApiState());
  };
}
