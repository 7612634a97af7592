import { isFulfilled, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionInfo } from './types';

const isAnswer = isFulfilled();

/** Whether an action is the answer to a call that names the user. By name, because the code of the calls loads later. */
export const isAnswerTo =
  (...calls: readonly ('validate' | 'logIn')[]) =>
  (action: unknown): action is PayloadAction<SessionInfo> =>
    isAnswer(action) &&
    (calls as readonly unknown[]).includes((action.meta.arg as { endpointName?: string }).endpointName);
