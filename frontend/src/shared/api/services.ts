import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';

/** What the store hands to its thunks. */
export interface Services {
  /**
   * Brings the code of the calls (RTK Query, the schemas) and joins it to the store: a page without calls is there
   * before it. The same promise every time; one that has failed is tried again.
   */
  readonly joinApi: () => Promise<void>;
}

export type AppDispatch = ThunkDispatch<unknown, Services, UnknownAction>;
export type AppThunk<Result> = (dispatch: AppDispatch, getState: () => unknown, services: Services) => Result;
