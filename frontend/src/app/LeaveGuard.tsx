import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import {
  type Blocker,
  type BlockerFunction,
  type Location as RouterLocation,
  useBlocker,
  useLocation,
  useNavigate,
} from 'react-router';
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

/** The number of layers in the address when the navigation removes only the topmost one, else 0. */
function takenAway(from: RouterLocation, to: RouterLocation): number {
  const layers = layersIn(from.search).length;
  return layersIn(to.search).length === layers - 1 ? layers : 0;
}

/** A blocked Back has already happened in the browser and is being undone: until then nothing may touch the history. */
function onceBack(key: string, act: () => void): void {
  if (isOnShow({ key })) act();
  else window.addEventListener('popstate', act, { once: true });
}

const guardsTab = ({ onUnload }: LeaveRule): boolean => onUnload === true;

const askBrowser = (event: BeforeUnloadEvent): void => {
  // The listener is removed a moment later than the rule.
  if (!leaveRules().some(guardsTab)) return;
  event.preventDefault();
  // Chrome before 119 and Safari before 17 need this.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  event.returnValue = true;
};

/**
 * Owns the router's only blocker. Back closes the topmost layer, Forward never opens one again, and the rules of
 * `useLeaveGuard` are asked about every other navigation.
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
      // Back must close the question too. While a Forward waits for its answer, the history may not be changed.
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

  // The second of two quick presses finds the blocker already decided.
  const answered = useRef<Blocker>(null);
  const detour = asking?.instead;
  const { key } = useLocation();
  const layered = useHasLayer();
  useEffect(() => {
    if (blocker.state !== 'unblocked') return;
    // Read now: an answered question or a left page may have removed its rule since the last render.
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
