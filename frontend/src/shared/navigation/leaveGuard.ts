import { useId, useLayoutEffect } from 'react';
import { useStore } from '../hooks/useStore';
import { moduleStore } from '../lib/store';

/** A step that the router is about to take. */
export interface LeaveStep {
  readonly from: string;
  readonly to: string;
  /** POP is the browser's Back or Forward. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
  /** The browser's Forward, as far as this visit knows. */
  readonly forward: boolean;
}

interface LeaveRuleBase {
  /** Whether this step is not simply taken. */
  readonly blocks: (step: LeaveStep) => boolean;
  /** Also asks when the tab itself is closed or reloaded: for unsaved work. */
  readonly onUnload?: boolean;
  /** It is about Back: when the page is the first one of a visit, this address is put below it. */
  readonly below?: string;
}

/** Nothing is asked about the step: something else happens. */
export interface LeaveDetour extends LeaveRuleBase {
  /** Leads elsewhere, or says why the user has to stay. */
  readonly instead: () => void;
}

export interface LeaveQuestion extends LeaveRuleBase {
  readonly instead?: never;
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly tone?: 'brand' | 'danger';
  /** Instead of taking the step when the user confirms. */
  readonly onConfirm?: () => void;
}

export type LeaveRule = LeaveQuestion | LeaveDetour;

const guard = moduleStore(() => ({ rules: new Map<string, LeaveRule>() }));

function setRule(id: string, rule: LeaveRule | null): void {
  const rules = new Map(guard.get().rules);
  if (rule) rules.set(id, rule);
  else rules.delete(id);
  guard.set({ rules });
}

/** The rules in force, oldest first. For the app's LeaveGuard, which owns the router's only blocker. */
export const leaveRules = (): readonly LeaveRule[] => [...guard.get().rules.values()];

/** The same ones as long as none of them changes. */
export const useLeaveRules = (): ReadonlyMap<string, LeaveRule> => useStore(guard).rules;

/**
 * Asks before the user leaves, while `rule` is not null. Features use this and never `useBlocker`:
 * the router allows one blocker at a time.
 */
export function useLeaveGuard(rule: LeaveRule | null): void {
  const id = useId();
  // With what is drawn: whoever sees that the work is saved can close the tab at once.
  useLayoutEffect(() => setRule(id, rule), [id, rule]);
  useLayoutEffect(() => () => setRule(id, null), [id]);
}

/** Leaving because the work was saved (or thrown away on purpose) never asks. */
export const dropLeaveRules = (): void => guard.set({ rules: new Map() });
