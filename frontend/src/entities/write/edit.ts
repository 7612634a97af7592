import type { AppError } from '../../shared/api/appError';
import { CONFLICT } from '../../shared/api/httpStatus';
import { makeStore, type Store } from '../../shared/lib/store';
import { type Attempt, newAttempt, type Send, sendAttempt } from './attempt';
import { makeQueue } from './queue';

/** What an edit needs to know about the thing that it changes. */
export interface EditRules<Copy, Changes, Body, Result> {
  readonly none: Changes;
  /** The server's current copy; undefined when it was not read, or the page is gone. */
  readonly copy: () => Copy | undefined;
  /** Reads it again; undefined when that failed. */
  readonly reread: () => Promise<Copy | undefined>;
  readonly versionOf: (copy: Copy) => number;
  /** The copy with the user's changes. */
  readonly apply: (copy: Copy, changes: Changes) => Copy;
  /** Whether somebody has changed what the user sees; a new version number alone is no difference. */
  readonly differs: (before: Copy, now: Copy) => boolean;
  /** The changes that are left on top of `now`: without what it has already. */
  readonly rebase: (before: Copy, now: Copy, changes: Changes) => Changes;
  readonly isEmpty: (changes: Changes) => boolean;
  /** What was changed again since `sent`. Left out: nothing can be. */
  readonly later?: (sent: Changes, changes: Changes) => Changes;
  /** The changes that may be sent now. Left out: all. */
  readonly ready?: (changes: Changes) => Changes;
  readonly toBody: (copy: Copy, changes: Changes) => Body;
  readonly send: Send<Body, Result>;
  /** The server has accepted `changes`: updates the copy before they are dropped. */
  readonly land: (landed: Landed<Copy, Changes>, result: Result) => Promise<void> | void;
  /** Reports a failure; `conflict`: somebody else has changed the same thing. */
  readonly notify: (error: AppError, what: 'lost' | 'refused' | 'conflict') => void;
  /** Refused changes stay in the fields, for the user to correct; else they are removed and only reported. */
  readonly keepsRefused: boolean;
}

export interface Landed<Copy, Changes> {
  /** The copy that the changes were made on. */
  readonly copy: Copy;
  readonly changes: Changes;
}

export interface Sent<Copy, Changes, Body> extends Landed<Copy, Changes> {
  readonly attempt: Attempt<Body>;
}

/** The thing has changed under the user's changes: nothing is sent until the user has chosen. */
export interface Conflict<Copy> {
  /** `stale`: it was changed elsewhere · `returned`: the page was left with unsent changes, and is back. */
  readonly why: 'stale' | 'returned';
  /** The copy that the user worked on. */
  readonly before: Copy;
  /** Continues after «apply mine»; null: a push does. */
  readonly resume: (() => Promise<boolean>) | null;
  /** The server's answer. */
  readonly error?: AppError;
}

/** What the server did not accept, and why. */
export interface Refusal<Copy, Changes> {
  readonly error: AppError;
  /** The copy that was read after it, or else the one that the changes were made on. */
  readonly on: Copy;
  readonly changes: Changes;
}

export interface EditState<Copy, Changes, Body> {
  /** The copy that the first change was made on. Null without changes. */
  readonly before: Copy | null;
  readonly changes: Changes;
  /** Under way, or sent without an answer. */
  readonly sent: Sent<Copy, Changes, Body> | null;
  readonly sending: boolean;
  readonly conflict: Conflict<Copy> | null;
  readonly refusal: Refusal<Copy, Changes> | null;
}

export interface Edit<Copy, Changes, Body> extends Store<EditState<Copy, Changes, Body>> {
  /** Changes on top of the current copy. */
  readonly change: (by: (changes: Changes) => Changes) => void;
  /** Sends until no changes are left, each time on top of the last result; false when something did not arrive. */
  readonly push: () => Promise<boolean>;
  /** Whether the current copy differs from the one that the changes were made on. */
  readonly isStale: () => boolean;
  /** Asks the user which version stays. Returns false, as the result of a push that cannot go on. */
  readonly raise: (conflict: Conflict<Copy>) => false;
  /** Puts the user's changes on top of the current copy; it does not send them. */
  readonly keepMine: () => void;
  /** Drops the changes; what is under way is not stopped. */
  readonly takeTheirs: () => void;
  /** Runs a job after everything that is under way: one write at a time, each on the version that the last one left. */
  readonly enqueue: <T>(job: () => Promise<T>) => Promise<T>;
  /** As `push`, for a job that is in the queue already. */
  readonly pushNow: () => Promise<boolean>;
}

/** Sent, and no answer came. */
export const isLost = ({ sent, sending }: Pick<EditState<unknown, unknown, unknown>, 'sent' | 'sending'>): boolean =>
  sent !== null && !sending;

/**
 * The user's changes beside the server's copy, and their only way to the server: after a lost reply the same key is sent
 * again, an invisible conflict is resolved silently, a visible one waits for the user, and what was changed during a push
 * follows it. It lives outside React, so that leaving the page interrupts nothing.
 */
export function makeEdit<Copy, Changes, Body, Result>(
  rules: EditRules<Copy, Changes, Body, Result>,
): Edit<Copy, Changes, Body> {
  const settled = { before: null, changes: rules.none, sent: null, sending: false } as const;
  const store = makeStore<EditState<Copy, Changes, Body>>({ ...settled, conflict: null, refusal: null });
  const { get, set } = store;
  const enqueue = makeQueue();
  /** In the fields, the next change clears a refusal. Removed changes stay reported until the user has seen the report. */
  const clearedRefusal = rules.keepsRefused ? { refusal: null } : {};

  const isStale = (): boolean => {
    const { before, sent } = get();
    const copy = rules.copy();
    if (before === null || sent !== null || copy === undefined || before === copy) return false;
    return rules.versionOf(before) !== rules.versionOf(copy) && rules.differs(before, copy);
  };

  const raise = (conflict: Conflict<Copy>): false => {
    set({ sent: null, sending: false, refusal: null, conflict });
    return false;
  };

  /** Puts the changes on top of another copy. */
  const standOn = (copy: Copy, changes: Changes): void => {
    const left = rules.rebase(get().before ?? copy, copy, changes);
    set(rules.isEmpty(left) ? settled : { before: copy, changes: left, sent: null, sending: false });
  };

  /** The unanswered attempt, else a new one with what has changed since; null when there is nothing to send. */
  const nextAttempt = (copy: Copy): Sent<Copy, Changes, Body> | null => {
    const { sent, before, changes: all } = get();
    if (sent) return sent;
    const changes = rules.rebase(before ?? copy, copy, all);
    if (rules.isEmpty(changes)) {
      if (!rules.isEmpty(all)) set(settled);
      return null;
    }
    const ready = rules.ready?.(changes) ?? changes;
    return rules.isEmpty(ready) ? null : { attempt: newAttempt(rules.toBody(copy, ready)), copy, changes: ready };
  };

  const changedSince = (changes: Changes): Changes => rules.later?.(changes, get().changes) ?? rules.none;

  const landed = async (sent: Sent<Copy, Changes, Body>, result: Result): Promise<void> => {
    await rules.land(sent, result);
    const left = changedSince(sent.changes);
    const copy = rules.copy();
    set(rules.isEmpty(left) || copy === undefined ? settled : { ...settled, before: copy, changes: left });
  };

  /** True when the push may go on: there is a new version, but nobody else has changed what the user sees. */
  const refused = async ({ copy: on, changes }: Sent<Copy, Changes, Body>, error: AppError): Promise<boolean> => {
    const before = get().before ?? on;
    const fresh = await rules.reread();
    if (error.status === CONFLICT) {
      // Without the current copy it is unknown whether the changes are stale.
      if (fresh === undefined) {
        set({ sending: false });
        rules.notify(error, 'lost');
        return false;
      }
      if (rules.versionOf(fresh) !== rules.versionOf(on)) {
        if (!rules.differs(rules.apply(before, changes), fresh)) standOn(fresh, get().changes);
        else if (!rules.differs(before, fresh)) set({ before: fresh, sent: null, sending: false });
        else {
          rules.notify(error, 'conflict');
          return raise({ why: 'stale', before, resume: null, error });
        }
        return true;
      }
    }
    set({ sent: null, sending: false, refusal: { error, on: fresh ?? before, changes } });
    if (!rules.keepsRefused) standOn(fresh ?? before, changedSince(changes));
    rules.notify(error, 'refused');
    return false;
  };

  const pushNow = async (): Promise<boolean> => {
    for (;;) {
      if (get().conflict) return false;
      const copy = rules.copy();
      if (copy === undefined) return rules.isEmpty(get().changes);
      const sent = nextAttempt(copy);
      if (!sent) return true;
      const { before } = get();
      if (before && isStale()) return raise({ why: 'stale', before, resume: null });
      set({ sent, sending: true, ...clearedRefusal });
      const reply = await sendAttempt(sent.attempt, rules.send);
      if (reply.kind === 'done') await landed(sent, reply.result);
      else if (reply.kind === 'lost') {
        set({ sending: false });
        rules.notify(reply.error, 'lost');
        return false;
      } else if (!(await refused(sent, reply.error))) return false;
    }
  };

  return {
    ...store,
    enqueue,
    pushNow,
    isStale,
    raise,
    change: (by) => {
      const copy = rules.copy();
      if (copy === undefined) return;
      set({ before: get().before ?? copy, changes: by(get().changes), ...clearedRefusal });
    },
    push: () => enqueue(pushNow),
    keepMine: () => {
      const copy = rules.copy();
      const before = get().conflict?.before ?? get().before;
      set({ conflict: null, refusal: null, before });
      if (copy !== undefined) standOn(copy, get().changes);
    },
    takeTheirs: () => set({ ...settled, conflict: null, refusal: null }),
  };
}

/** Unsent changes and the copy that they were made on, as a tab stores them. */
export type StoredEdit<Copy, Changes> = Pick<EditState<Copy | null, Changes, never>, 'before' | 'changes'>;

/** Calls `save` with every state of the changes; null when all are sent or dropped. Returns the unsubscribe function. */
export function storeEdit<Copy, Changes, Body>(
  edit: Pick<Store<EditState<Copy, Changes, Body>>, 'get' | 'subscribe'>,
  save: (stored: StoredEdit<Copy, Changes> | null) => void,
): () => void {
  return edit.subscribe(() => {
    const { before, changes, conflict } = edit.get();
    save(before === null ? null : { before: conflict?.before ?? before, changes });
  });
}
