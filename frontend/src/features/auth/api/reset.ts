import { baseApi } from '../../../shared/api/baseApi';
import {
  type WireForgetPasswordBody,
  type WireForgetPasswordReply,
  type WireMessageReply,
  type WireResetPasswordBody,
  type WireSetPasswordBody,
  type WireSetPasswordReply,
  wireForgetPasswordReply,
  wireMessageReply,
  wireSetPasswordReply,
} from '../../../shared/api/wire/session.gen';

export const resetApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sendResetCode: build.mutation<WireForgetPasswordReply, WireForgetPasswordBody>({
      query: (body) => ({ url: 'auth/forget-password-app2', method: 'POST', body }),
      extraOptions: { guest: true },
      rawResponseSchema: wireForgetPasswordReply,
    }),
    resetPassword: build.mutation<WireMessageReply, WireResetPasswordBody>({
      query: (body) => ({ url: 'auth/reset-password-app2', method: 'POST', body }),
      extraOptions: { guest: true },
      rawResponseSchema: wireMessageReply,
    }),
    setPassword: build.mutation<WireSetPasswordReply, WireSetPasswordBody>({
      query: (body) => ({ url: 'auth/set-password-app2', method: 'POST', body }),
      extraOptions: { guest: true },
      rawResponseSchema: wireSetPasswordReply,
    }),
  }),
});
