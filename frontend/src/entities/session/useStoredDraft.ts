import { useCallback, useEffect, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import { readTabText, removeTabText, writeTabTextLater } from '../../shared/lib/tabStorage';
import { readStored, type StoredSchema } from './schema';
import { type SessionState, selectUser } from './session.slice';

/**
 * Saves an unsent draft in this tab, under a name of its own. `stored` is what an earlier visit of the same user left, when
 * the tab was reloaded or the session ended. Leaving the page deletes it, unless the session has ended: then the same
 * user finds it after the log-in. What another version of the client has written is dropped.
 */
export function useStoredDraft<Value>(name: string, schema: StoredSchema<Value>) {
  const redux = useStore<{ session: SessionState }>();
  const now = useSelector(selectUser).username;
  // The page's user: the end of a session clears the name before the page goes.
  const [user] = useState(now);
  const key = `pishkhan.kept/${user}/${name}`;
  const [stored] = useState(() => readStored(readTabText(key), schema));
  useEffect(
    () => () => {
      if (selectUser(redux.getState()).username === user) removeTabText(key);
    },
    [redux, user, key],
  );
  /** Null: there is nothing to save. */
  const store = useCallback(
    (value: Value | null): void => {
      if (value === null) removeTabText(key);
      else writeTabTextLater(key, () => JSON.stringify(value));
    },
    [key],
  );
  return { stored, store };
}
