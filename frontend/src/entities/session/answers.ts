import { isFulfilled, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionInfo } from './types';

type SessionCall = 'validate' | 'logIn';

const isAnswer = isFulfilled();

/** Whether an action is a call's answer that says whose session it is. By name: the calls' code comes later. */
export const isAnswerTo =
  (...calls: readonly SessionCall[]) =>
  (action: unknown): action is PayloadAction<SessionInfo> =>
    isAnswer(action) &&
    (calls as readonly unknown[]).includes((action.meta.arg as { endpointName?: string }).endpointName);
