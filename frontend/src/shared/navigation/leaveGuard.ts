import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

/** A step that the router is about to take. */
export interface LeaveStep {
  readonly from: string;
  readonly to: string;
  /** POP is the browser's Back or Forward. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
  /** The browser's Forward, as far as this visit knows. */
  readonly forward: boolean;
}

export type LeaveRule = LeaveQuestion | LeaveDetour;

/** A step that is not taken and about which nothing is asked: something else happens. */
export interface LeaveDetour {
  readonly blocks: (step: LeaveStep) => boolean;
  /** Leads elsewhere, or says why the user has to stay. */
  readonly instead: () => void;
  /** See LeaveQuestion. */
  readonly onUnload?: boolean;
}

export interface LeaveQuestion {
  readonly instead?: never;
  /** Whether this step has to be asked about. */
  readonly blocks: (step: LeaveStep) => boolean;
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly tone?: 'brand' | 'danger';
  /** Instead of taking the step when the user confirms. */
  readonly onConfirm?: () => void;
  /** Also ask when the tab itself is closed or reloaded: for unsaved work. */
  readonly onUnload?: boolean;
}

const rules = new Map<string, LeaveRule>();
const listeners = new Set<() => void>();
let snapshot: readonly LeaveRule[] = [];

function publish(): void {
  snapshot = [...rules.values()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The rules in force, oldest first. For the app's LeaveGuard, which owns the router's only blocker. */
export const useLeaveRules = (): readonly LeaveRule[] => useSyncExternalStore(subscribe, () => snapshot);

export const leaveRules = (): readonly LeaveRule[] => snapshot;

/**
 * Asks before the user leaves, while `rule` is not null. Features use this and never `useBlocker`:
 * the router allows one blocker at a time.
 */
export function useLeaveGuard(rule: LeaveRule | null): void {
  const id = useId();
  // With what is drawn: whoever sees that the work is saved can close the tab at once.
  useLayoutEffect(() => {
    if (rule) rules.set(id, rule);
    else rules.delete(id);
    publish();
  }, [id, rule]);
  useLayoutEffect(
    () => () => {
      rules.delete(id);
      publish();
    },
    [id],
  );
}

/** Leaving because the work was saved (or thrown away on purpose) never asks. */
export function dropLeaveRules(): void {
  rules.clear();
  publish();
}
