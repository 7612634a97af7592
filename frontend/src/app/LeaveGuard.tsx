import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { type Blocker, type BlockerFunction, type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import { layersIn } from '../shared/navigation/dialogs';
import { isOnShow, layerOf } from '../shared/navigation/entry';
import { layFloor } from '../shared/navigation/floor';
import { hasLayer, layerInstead, useHasLayer } from '../shared/navigation/layers';
import { type LeaveRule, type LeaveStep, leaveRules, useLeaveRules } from '../shared/navigation/leaveGuard';
import { liesAhead } from '../shared/navigation/trail';
import { lazyLayer } from '../shared/ui/lazyLayer';

// The dialog's code is not part of the first page.
const ConfirmDialog = lazyLayer(async () => (await import('../shared/ui/ConfirmDialog')).ConfirmDialog);

const address = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;

const ruleFor = (step: LeaveStep): LeaveRule | undefined => leaveRules().findLast((rule) => rule.blocks(step));

/** How many layers the address has, when the step takes just the topmost of them away; else none. */
function takenAway(from: Location, to: Location): number {
  const layers = layersIn(from.search).length;
  return layersIn(to.search).length === layers - 1 ? layers : 0;
}

/** The browser has taken the step already and is on its way back: until then, nothing may touch its history. */
function onceBack(key: string, act: () => void): void {
  if (isOnShow({ key })) act();
  else window.addEventListener('popstate', act, { once: true });
}

const guardsTab = ({ onUnload }: LeaveRule): boolean => onUnload === true;

const askBrowser = (event: BeforeUnloadEvent): void => {
  // It is taken away a moment after the rule.
  if (!leaveRules().some(guardsTab)) return;
  event.preventDefault();
  // Chrome before 119 and Safari before 17 hear nothing else.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  event.returnValue = true;
};

/**
 * Owns the router's only blocker: lets Back close the topmost layer, never Forward open one again, and asks on behalf of
 * all rules that `useLeaveGuard` set.
 */
export function LeaveGuard(): ReactElement | null {
  const navigate = useNavigate();
  const rules = useLeaveRules();
  const [asking, setAsking] = useState<LeaveRule>();
  const decide = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      const action: LeaveStep['action'] = historyAction;
      const forward = action === 'POP' && liesAhead(nextLocation.key);
      const samePage = nextLocation.pathname === currentLocation.pathname;
      let instead: (() => void) | null = null;
      if (forward && samePage && layerOf(nextLocation) !== undefined) instead = () => undefined;
      else if (action === 'POP' && !forward)
        instead = layerInstead(samePage ? takenAway(currentLocation, nextLocation) : 0);
      const rule: LeaveRule | undefined = instead
        ? { blocks: () => true, instead }
        : ruleFor({ from: address(currentLocation), to: address(nextLocation), action, forward });
      // The question has to hear of Back as well. While a step forward waits for its answer, nothing may be put in its place.
      if (rule && !rule.instead && action !== 'POP') layFloor(navigate);
      if (rule) setAsking(rule);
      return rule !== undefined;
    },
    [navigate],
  );
  const blocker = useBlocker(decide);

  const listens = [...rules.values()].some(guardsTab);
  useEffect(() => {
    if (!listens) return undefined;
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [listens]);

  // A second press comes before the first answer is drawn; the router takes one.
  const answered = useRef<Blocker>(null);
  const detour = asking?.instead;
  const { key } = useLocation();
  const layered = useHasLayer();
  useEffect(() => {
    if (blocker.state !== 'unblocked') return;
    // Of this moment: a question that was answered, or a page that was left, may be gone before that is drawn here.
    const below = leaveRules().findLast((rule) => rule.below !== undefined)?.below;
    if (hasLayer() || below !== undefined) layFloor(navigate, below);
  }, [blocker.state, layered, rules, key, navigate]);
  useEffect(() => {
    if (detour === undefined || blocker.state !== 'blocked') return;
    blocker.reset();
    onceBack(key, detour);
  }, [detour, blocker, key]);

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
  );
}
