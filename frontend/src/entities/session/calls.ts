import type { AppThunk } from '../../shared/api/services';
import type { Credentials, SessionInfo } from './types';

/** Rejects with an AppError, or with a ChunkLoadError when the code of the calls does not load. */
export const logIn =
  (credentials: Credentials): AppThunk<Promise<SessionInfo>> =>
  async (dispatch, _, { joinApi }) => {
    await joinApi();
    const { sessionApi } = await import('./endpoints');
    return dispatch(sessionApi.endpoints.logIn.initiate(credentials)).unwrap();
  };

/** Whether this client's session is valid. */
export const isSessionValid =
  (): AppThunk<Promise<boolean>> =>
  async (dispatch, _, { joinApi }) => {
    await joinApi();
    const { sessionApi } = await import('./endpoints');
    const { isSuccess } = await dispatch(
      sessionApi.endpoints.validate.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    return isSuccess;
  };

/** Loads the code of the calls ahead of one that is likely to follow; after a failure, that call loads it again. */
export const prepareCalls =
  (): AppThunk<void> =>
  (_, __, { joinApi }) =>
    void joinApi().catch(() => undefined);
