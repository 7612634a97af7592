import { lazy, type ReactElement, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router';
import { type LeaveRule, type LeaveStep, leaveRules, useLeaveRules } from '../shared/navigation/leaveGuard';
import { liesAhead } from '../shared/navigation/trail';

// The dialog's code is not part of the first page.
const ConfirmDialog = lazy(async () => ({ default: (await import('../shared/ui/ConfirmDialog')).ConfirmDialog }));

const address = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;

const ruleFor = (step: LeaveStep): LeaveRule | undefined => leaveRules().findLast((rule) => rule.blocks(step));

const askBrowser = (event: BeforeUnloadEvent): void => {
  event.preventDefault();
};

/** Owns the router's only blocker and asks on behalf of all rules that `useLeaveGuard` set. */
export function LeaveGuard(): ReactElement | null {
  const rules = useLeaveRules();
  const [asking, setAsking] = useState<LeaveRule>();
  const decide = useCallback<BlockerFunction>(({ currentLocation, nextLocation, historyAction }) => {
    const rule = ruleFor({
      from: address(currentLocation),
      to: address(nextLocation),
      action: historyAction,
      forward: liesAhead(nextLocation.key),
    });
    if (rule) setAsking(rule);
    return rule !== undefined;
  }, []);
  const blocker = useBlocker(decide);

  const guardsTab = rules.some(({ onUnload }) => onUnload === true);
  useEffect(() => {
    if (!guardsTab) return undefined;
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [guardsTab]);

  // A second press comes before the first answer is drawn; the router takes one.
  const answered = useRef<Blocker>(null);
  const detour = asking?.instead;
  useEffect(() => {
    if (detour === undefined || blocker.state !== 'blocked') return;
    blocker.reset();
    detour();
  }, [detour, blocker]);

  if (!asking || asking.instead) return null;
  const blocked = blocker.state === 'blocked';
  const isFirstAnswer = (): boolean => {
    const first = answered.current !== blocker;
    answered.current = blocker;
    return first;
  };
  const stay = (): void => {
    if (blocked && isFirstAnswer()) blocker.reset();
  };
  const leave = (): void => {
    if (!blocked || !isFirstAnswer()) return;
    if (asking.onConfirm) {
      blocker.reset();
      asking.onConfirm();
    } else {
      blocker.proceed();
    }
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen={blocked}
        title={asking.title}
        confirmLabel={asking.confirm}
        cancelLabel={asking.cancel}
        tone={asking.tone ?? 'brand'}
        onClose={stay}
        onConfirm={leave}
      >
        {asking.body}
      </ConfirmDialog>
    </Suspense>
  );
}
