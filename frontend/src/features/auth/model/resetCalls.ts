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
