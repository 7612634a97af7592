import { entryDepth } from '../../../shared/navigation/entry';
import { toast } from '../../../shared/ui/Toast';

const STILL_HERE_AFTER = 500;

/**
 * Leaves the app: closes its window where the browser allows that (installed app), else goes back to the page before it.
 * In a tab that was opened with the app neither works, and a toast says so.
 */
export function exitApp(hint: string): void {
  window.close();
  window.history.go(-(entryDepth() + 1));
  setTimeout(() => {
    toast.info(hint);
  }, STILL_HERE_AFTER);
}
