import { readStored } from '../../../entities/session/schema';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { readText, removeText, writeText } from '../../../shared/lib/storage';
import { makeStore, type Store } from '../../../shared/lib/store';
import { isEmpty } from './draft';
import { type TakenDraft, takenDraft } from './schema';

export type TakenStore = Store<TakenDraft>;

const nameOf = (user: string, customerId: string): string => `pishkhan.order/${user}/${customerId}`;

const newDraft = (): TakenDraft => ({ key: newIdempotencyKey(), lines: [], note: '', sending: null });

const read = (name: string): TakenDraft => readStored(readText(name), takenDraft) ?? newDraft();

/**
 * The order that this user is taking from this customer. The device keeps it until it is placed: over a reload, a closed
 * tab and the end of the session.
 */
export function makeTakenStore(user: string, customerId: string) {
  const name = nameOf(user, customerId);
  const store: TakenStore = makeStore(read(name));
  return {
    ...store,
    set: (part: Partial<TakenDraft>): void => {
      store.set(part);
      const draft = store.get();
      if (isEmpty(draft)) removeText(name);
      else writeText(name, JSON.stringify(draft));
    },
    /** The order is there: what is taken next is another one. */
    startAnew: (): void => {
      store.set(newDraft());
      removeText(name);
    },
    /** Follows what another tab makes of the same order, unless this one is sending it. Returns the end of it. */
    follow: (isSending: () => boolean): (() => void) => {
      const listener = ({ key }: StorageEvent): void => {
        if (key === name && !isSending()) store.set(read(name));
      };
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
  };
}

export type Taking = ReturnType<typeof makeTakenStore>;
