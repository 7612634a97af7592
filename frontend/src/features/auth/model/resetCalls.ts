import type { AppThunk, Services } from '../../../shared/api/services';
import type {
  WireForgetPasswordBody,
  WireForgetPasswordReply,
  WireMessageReply,
  WireResetPasswordBody,
  WireSetPasswordBody,
  WireSetPasswordReply,
} from '../../../shared/api/wire/session.gen';

/** The phone number whose password is set, and the server's message about it. */
export type Done = WireSetPasswordReply;

/** The code of the calls comes with the first one. */
async function loadCalls({ joinApi }: Services) {
  await joinApi();
  return (await import('../api/reset')).resetApi.endpoints;
}

/** Sends a code to a phone. */
export const sendCode =
  (body: WireForgetPasswordBody): AppThunk<Promise<WireForgetPasswordReply>> =>
  async (dispatch, _, services) =>
    dispatch((await loadCalls(services)).sendResetCode.initiate(body)).unwrap();

/** Sets a new password with a code. */
export const resetPassword =
  (body: WireResetPasswordBody): AppThunk<Promise<WireMessageReply>> =>
  async (dispatch, _, services) =>
    dispatch((await loadCalls(services)).resetPassword.initiate(body)).unwrap();

/** Sets a new password with a link that was made for somebody. */
export const setPassword =
  (body: WireSetPasswordBody): AppThunk<Promise<Done>> =>
  async (dispatch, _, services) =>
    dispatch((await loadCalls(services)).setPassword.initiate(body)).unwrap();
