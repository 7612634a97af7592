import { useCallback, useEffect, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import { readTabText, removeTabText, writeTabTextLater } from '../../shared/lib/tabStorage';
import { type KeptSchema, readKept } from './schema';
import { type SessionState, selectUser } from './session.slice';

export interface Kept<Value> {
  /** What an earlier visit of the same user left: the tab was reloaded, or the session ended. */
  readonly kept: Value | null;
  /** Null: there is nothing to keep. */
  readonly keep: (value: Value | null) => void;
}

/**
 * Keeps what is typed and unsent in this tab, under a name of its own. Leaving the page forgets it, unless the session
 * has ended: then the same user finds it after the log-in. What another version of the client has written is dropped.
 */
export function useKept<Value>(name: string, schema: KeptSchema<Value>): Kept<Value> {
  const store = useStore<{ session: SessionState }>();
  const now = useSelector(selectUser).username;
  // Whose page it is: a session that ends leaves it to nobody before it goes.
  const [user] = useState(now);
  const key = `pishkhan.kept/${user}/${name}`;
  const [kept] = useState(() => readKept(readTabText(key), schema));
  useEffect(
    () => () => {
      if (selectUser(store.getState()).username === user) removeTabText(key);
    },
    [store, user, key],
  );
  const keep = useCallback(
    (value: Value | null): void => {
      if (value === null) removeTabText(key);
      else writeTabTextLater(key, () => JSON.stringify(value));
    },
    [key],
  );
  return { kept, keep };
}
