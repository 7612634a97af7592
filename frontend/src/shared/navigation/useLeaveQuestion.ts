import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { type DialogName, dialogsOf } from './dialogs';
import { type LeaveQuestion, type LeaveRule, type LeaveStep, useLeaveGuard } from './leaveGuard';

interface LeaveOptions extends Pick<LeaveQuestion, 'title' | 'body' | 'confirm' | 'cancel' | 'tone'> {
  /** Steps away have to be asked about. */
  readonly asks: boolean;
  /** So has closing the tab; left out: whenever a step has to be. */
  readonly onUnload?: boolean;
  /** The dialog of this order holds the work. Left out: the page does, whose own dialogs are no leaving. */
  readonly within?: DialogName;
  readonly orderId?: string;
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? address;
const holds = (to: string, within: DialogName, orderId: string | undefined): boolean =>
  dialogsOf(to.slice(pathOf(to).length)).some(({ name, id }) => name === within && id === orderId);

/** Asks before work that the server does not have yet is left. */
export function useLeaveQuestion(options: LeaveOptions): void {
  const { asks, onUnload = asks, within, orderId, title, body, confirm, cancel, tone = 'danger' } = options;
  const { pathname } = useLocation();
  const rule = useMemo<LeaveRule | null>(() => {
    if (!asks && !onUnload) return null;
    // Asked once: the page is there for a moment longer when it was left already.
    const leaves = ({ from, to }: LeaveStep): boolean =>
      within ? !holds(to, within, orderId) : pathOf(from) === pathname && pathOf(to) !== pathname;
    return { blocks: (step) => asks && leaves(step), title, body, confirm, cancel, tone, onUnload };
  }, [asks, onUnload, within, orderId, pathname, title, body, confirm, cancel, tone]);
  useLeaveGuard(rule);
}
