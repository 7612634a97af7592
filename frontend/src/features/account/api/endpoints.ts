import { readToken } from '../../../entities/session/cookie';
import { tokenRead } from '../../../entities/session/session.slice';
import type { AppError } from '../../../shared/api/appError';
import { baseApi } from '../../../shared/api/baseApi';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import {
  type WireEndSessionBody,
  type WireMessageReply,
  type WirePasswordBody,
  type WireSessionsReply,
  wireMessageReply,
  wireSessionsReply,
} from '../../../shared/api/wire/account.gen';
import type { Sessions } from '../model/types';
import { toSessions } from './map';

const messageOf = ({ message }: WireMessageReply): string => message;

/** Also a refusal says that the list is not true any more, and a lost answer leaves it open. */
const listAfter = (error: AppError | undefined) => (error?.status === UNAUTHORIZED ? [] : (['Session'] as const));

export const accountApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sessions: build.query<Sessions, undefined>({
      query: () => 'user/sessions-app2',
      rawResponseSchema: wireSessionsReply,
      transformResponse: (wire: WireSessionsReply) => toSessions(wire),
      providesTags: ['Session'],
    }),
    /** By its id. Ending it twice ends it once. */
    endSession: build.mutation<string, string>({
      query: (_id) => ({ url: 'user/session-end-app2', method: 'POST', body: { _id } satisfies WireEndSessionBody }),
      rawResponseSchema: wireMessageReply,
      transformResponse: messageOf,
      invalidatesTags: (_, error) => listAfter(error),
    }),
    endOtherSessions: build.mutation<string, undefined>({
      query: () => ({ url: 'user/sessions-end-others-app2', method: 'POST' }),
      rawResponseSchema: wireMessageReply,
      transformResponse: messageOf,
      invalidatesTags: (_, error) => listAfter(error),
    }),
    changePassword: build.mutation<string, Required<WirePasswordBody>>({
      query: (body) => ({ url: 'user/password-app2', method: 'POST', body }),
      rawResponseSchema: wireMessageReply,
      transformResponse: messageOf,
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        // The session goes on under another handle: ours, and no other user's who logged in elsewhere.
        if (done) dispatch(tokenRead(readToken()));
      },
      invalidatesTags: (result) => (result === undefined ? [] : ['Session']),
    }),
  }),
});

export const { useSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation, useChangePasswordMutation } =
  accountApi;
