import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';

/** The thunks' extra argument. */
export interface Services {
  /**
   * Loads the code of the calls (RTK Query, the schemas) and adds it to the store, so that pages without calls open
   * sooner. Every call returns the same promise; a failed load is tried again.
   */
  readonly joinApi: () => Promise<void>;
}

export type AppDispatch = ThunkDispatch<unknown, Services, UnknownAction>;
export type AppThunk<Result> = (dispatch: AppDispatch, getState: () => unknown, services: Services) => Result;
