import { createAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../shared/api/baseApi';
import { onAnswer } from '../shared/api/connection';
import { type AppStore, lateMiddleware, rootReducer } from './store';

const apiJoined = createAction('api/joined');

/** Joins the calls to the store. Returns what forgets all their answers. */
export function connectApi({ dispatch }: AppStore, { watchDevice }: { watchDevice: boolean }): () => void {
  rootReducer.inject(baseApi);
  lateMiddleware.addMiddleware(baseApi.middleware);
  // A reducer that has joined makes its state at the next action.
  dispatch(apiJoined());
  if (watchDevice) {
    setupListeners(dispatch);
    // The browser tells of the device's own network alone.
    setupListeners(dispatch, (_, { onOnline }) => onAnswer(() => dispatch(onOnline())));
  }
  return () => {
    dispatch(baseApi.util.resetApiState());
  };
}
