import { readToken } from '../../../entities/session/cookie';
import { tokenRead } from '../../../entities/session/session.slice';
import { apiUrl } from '../../../shared/api/apiBase';
import type { AppError } from '../../../shared/api/appError';
import { baseApi } from '../../../shared/api/baseApi';
import { call } from '../../../shared/api/calls';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { type RecordPage, recordEndpoint } from '../../../shared/api/record';
import {
  type WireEndSessionBody,
  type WireMessageReply,
  type WirePasswordBody,
  wireMessageReply,
  wireSessionsReply,
} from '../../../shared/api/wire/account.gen';
import { wireActivityReply } from '../../../shared/api/wire/activity.gen';
import { type ActivityKind, kindParams } from '../model/activityKinds';
import { type Activity, toActivityPage, toSessions } from './map';

const messageOf = ({ message }: WireMessageReply): string => message;

/** The list is read again after a failure too: a refusal means that it is stale, a lost answer that it may be. */
const listAfter = (error: AppError | undefined) => (error?.status === UNAUTHORIZED ? [] : (['Session'] as const));

const ACTIVITY = 'user/activity-app2';

/** The address of the whole record of a kind as a file. */
export function activityFileHref(kind: ActivityKind, format: 'csv' | 'xlsx'): string {
  const query = new URLSearchParams({ ...kindParams(kind), format });
  return apiUrl(`/${ACTIVITY}?${query.toString()}`);
}

export const accountApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sessions: build.query({
      ...call('user/sessions-app2', wireSessionsReply, toSessions),
      providesTags: ['Session'],
    }),
    /** By its id; calling it twice does no harm. */
    endSession: build.mutation<string, string>({
      query: (_id) => ({ url: 'user/session-end-app2', method: 'POST', body: { _id } satisfies WireEndSessionBody }),
      rawResponseSchema: wireMessageReply,
      transformResponse: messageOf,
      invalidatesTags: (_, error) => listAfter(error),
    }),
    endOtherSessions: build.mutation({
      ...call(() => ({ url: 'user/sessions-end-others-app2', method: 'POST' }), wireMessageReply, messageOf),
      invalidatesTags: (_, error) => listAfter(error),
    }),
    changePassword: build.mutation<string, Required<WirePasswordBody>>({
      query: (body) => ({ url: 'user/password-app2', method: 'POST', body }),
      rawResponseSchema: wireMessageReply,
      transformResponse: messageOf,
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        // The session goes on under a new handle: it is this user's, not that of a log-in in another tab.
        if (done) dispatch(tokenRead(readToken()));
      },
      invalidatesTags: (result) => (result === undefined ? [] : ['Session']),
    }),
    // Not tagged: almost every write adds to it, and the page reads it again whenever it is opened.
    activity: build.infiniteQuery<RecordPage<Activity>, ActivityKind, string>(
      recordEndpoint({
        request: (kind: ActivityKind, before) => ({
          url: ACTIVITY,
          params: { ...kindParams(kind), ...(before !== '' && { before }) },
        }),
        schema: wireActivityReply,
        toPage: toActivityPage,
      }),
    ),
  }),
});

export const {
  useSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  useActivityInfiniteQuery,
} = accountApi;
