import { toast } from '../../../shared/ui/Toast';

const STILL_HERE_AFTER = 500;

/** The router numbers its history entries; the first one of the app has 0. */
const depth = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Whether nothing of the app lies below this entry, so that Back would leave without a question. */
export const isFirstEntry = (): boolean => depth() === 0;

/**
 * Leaves the app: closes its window where the browser allows that (installed app), else goes back to what was open
 * before it. A tab that began with the app can do neither, and the user is told so.
 */
export function exitApp(hint: string): void {
  window.close();
  window.history.go(-(depth() + 1));
  setTimeout(() => {
    toast.info(hint);
  }, STILL_HERE_AFTER);
}
