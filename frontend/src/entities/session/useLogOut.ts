import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { sessionEnded } from '../../shared/api/sessionLost';
import { useMutationToast } from '../../shared/api/useMutationToast';
import { useLogOutMutation } from './endpoints';

/** Ends the session on the server, then clears this client, which leads to the log-in page. */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const dispatch = useDispatch();
  const [trigger, { isLoading }] = useLogOutMutation();
  const run = useMutationToast(trigger, { fallback: 'server' });
  const logOut = useCallback(async () => {
    const { ok } = await run(undefined);
    if (ok) dispatch(sessionEnded());
  }, [dispatch, run]);
  return { logOut, busy: isLoading };
}
