import type { AppThunk } from '../../../shared/api/services';

/** How many seconds the code is good that is on its way now. */
export const sendCode =
  (cellphone: string): AppThunk<Promise<number>> =>
  async (dispatch, _, { joinApi }) => {
    await joinApi();
    const { resetApi } = await import('../api/reset');
    const { expiresIn } = await dispatch(resetApi.endpoints.sendResetCode.initiate({ cellphone })).unwrap();
    return expiresIn;
  };

export interface Done {
  readonly cellphone: string;
  /** The server's words. */
  readonly message: string;
}

export interface Reset {
  /** Latin digits. */
  readonly cellphone: string;
  readonly code: string;
  readonly password: string;
}

/** What the server says to it. */
export const resetPassword =
  (reset: Reset): AppThunk<Promise<string>> =>
  async (dispatch, _, { joinApi }) => {
    await joinApi();
    const { resetApi } = await import('../api/reset');
    const { message } = await dispatch(resetApi.endpoints.resetPassword.initiate(reset)).unwrap();
    return message;
  };

/** A new password by a link that was made for somebody. */
export const setPassword =
  (set: { readonly link: string; readonly password: string }): AppThunk<Promise<Done>> =>
  async (dispatch, _, { joinApi }) => {
    await joinApi();
    const { resetApi } = await import('../api/reset');
    return dispatch(resetApi.endpoints.setPassword.initiate(set)).unwrap();
  };
