import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { type DialogName, dialogsOf } from './dialogs';
import { type LeaveQuestion, type LeaveRule, type LeaveStep, useLeaveGuard } from './leaveGuard';

interface LeaveOptions extends Pick<LeaveQuestion, 'title' | 'body' | 'confirm' | 'cancel' | 'tone'> {
  /** Whether leaving the page asks first. */
  readonly asks: boolean;
  /** Whether closing the tab asks too; the same as `asks` by default. */
  readonly onUnload?: boolean;
  /** The work is still there on pages below this path. Left out: only on the page itself. */
  readonly place?: string;
  /** The work is in the dialog of this order. Left out: it is on the page, and opening a dialog does not leave it. */
  readonly within?: DialogName;
  readonly orderId?: string;
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? address;
const holds = (to: string, within: DialogName, orderId: string | undefined): boolean =>
  dialogsOf(to.slice(pathOf(to).length)).some(({ name, id }) => name === within && id === orderId);

/** Asks before unsaved work is left. */
export function useLeaveQuestion(options: LeaveOptions): void {
  const { asks, onUnload = asks, place, within, orderId, title, body, cancel, tone = 'danger' } = options;
  const confirmLabel = options.confirm;
  const { pathname } = useLocation();
  const rule = useMemo<LeaveRule | null>(() => {
    if (!asks && !onUnload) return null;
    // Asks once: a page that was left stays mounted for a moment.
    const stays = (path: string): boolean =>
      path === pathname || (place !== undefined && (path === place || path.startsWith(`${place}/`)));
    const leaves = ({ from, to }: LeaveStep): boolean =>
      within ? !holds(to, within, orderId) : pathOf(from) === pathname && !stays(pathOf(to));
    return { blocks: (step) => asks && leaves(step), title, body, confirm: confirmLabel, cancel, tone, onUnload };
  }, [asks, onUnload, place, within, orderId, pathname, title, body, confirmLabel, cancel, tone]);
  useLeaveGuard(rule);
}
