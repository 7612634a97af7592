import { baseApi } from '../../shared/api/baseApi';
import { wireLogInReply, wireMessageReply, wireValidateReply } from '../../shared/api/wire/session.gen';
import { removeToken } from './cookie';
import type { Credentials, SessionInfo } from './types';

export const sessionApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** The guard handles a 401, so it does not end the session by itself. */
    validate: build.query<SessionInfo, undefined>({
      query: () => 'user/validate-token-app2',
      extraOptions: { guest: true },
      rawResponseSchema: wireValidateReply,
    }),
    logIn: build.mutation<SessionInfo, Credentials>({
      query: (body) => ({ url: 'auth/login-app2', method: 'POST', body }),
      extraOptions: { guest: true },
      rawResponseSchema: wireLogInReply,
    }),
    logOut: build.mutation<{ message: string }, undefined>({
      query: () => ({ url: 'auth/logout-app2', method: 'POST' }),
      extraOptions: { guest: true },
      rawResponseSchema: wireMessageReply,
      async onQueryStarted(_, { queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (done) removeToken();
      },
    }),
  }),
});

export const { useLogOutMutation } = sessionApi;
