import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { DROPPED } from '../../shared/api/appError';
import { sessionEnded } from '../../shared/api/sessionLost';
import { useMutationToast } from '../../shared/api/useMutationToast';
import { useLogOutMutation } from './endpoints';

/** Ends the session on the server, then clears this client, which leads to the log-in page. */
export function useLogOut() {
  const dispatch = useDispatch();
  const [trigger, { isLoading }] = useLogOutMutation();
  const run = useMutationToast(trigger, { fallback: 'server' });
  const logOut = useCallback(async (): Promise<void> => {
    const reply = await run(undefined);
    // Also when another call has noticed the end of the session before the answer came.
    if (reply.ok || reply.error === DROPPED) dispatch(sessionEnded());
  }, [dispatch, run]);
  return { logOut, busy: isLoading };
}
