import { useId, useLayoutEffect } from 'react';
import { useStore } from '../hooks/useStore';
import { moduleStore } from '../lib/store';

/** A navigation that the router is about to make. */
export interface LeaveStep {
  readonly from: string;
  readonly to: string;
  /** POP is the browser's Back or Forward. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
  /** The browser's Forward, as far as this visit knows. */
  readonly forward: boolean;
}

interface LeaveRuleBase {
  /** Whether this navigation is stopped. */
  readonly blocks: (step: LeaveStep) => boolean;
  /** Also asks when the tab itself is closed or reloaded: for unsaved work. */
  readonly onUnload?: boolean;
  /** The rule is about Back. On the first page of a visit this address is put below the page. */
  readonly below?: string;
}

/** Does something else instead of asking. */
export interface LeaveDetour extends LeaveRuleBase {
  /** Navigates elsewhere, or says why the user has to stay. */
  readonly instead: () => void;
}

export interface LeaveQuestion extends LeaveRuleBase {
  readonly instead?: never;
  readonly title: string;
  readonly body: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly tone?: 'brand' | 'danger';
  /** Called when the user confirms, instead of going on. */
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

/** The same array as long as no rule changes. */
export const useLeaveRules = (): ReadonlyMap<string, LeaveRule> => useStore(guard).rules;

/**
 * Asks before the user leaves, while `rule` is not null. Features use this and never `useBlocker`:
 * the router allows one blocker at a time.
 */
export function useLeaveGuard(rule: LeaveRule | null): void {
  const id = useId();
  // In the layout phase: as soon as a save is visible the tab can be closed without a question.
  useLayoutEffect(() => setRule(id, rule), [id, rule]);
  useLayoutEffect(() => () => setRule(id, null), [id]);
}

/** Leaving because the work was saved (or thrown away on purpose) never asks. */
export const dropLeaveRules = (): void => guard.set({ rules: new Map() });
