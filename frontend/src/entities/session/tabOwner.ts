import { clearTab, readTabText, removeTabText, writeTabText } from '../../shared/lib/tabStorage';

const OWNER = 'pishkhan.user';
const PLACE = 'pishkhan.return';

/** Sets the user of this tab. What the tab has saved for another user is deleted. */
export function ownTab(username: string): void {
  const before = readTabText(OWNER);
  if (before === username) return;
  if (before !== null) clearTab();
  writeTabText(OWNER, username);
}

/** Saves where to go after the log-in: for the tab's owner, or, in a tab without one, for a visitor who had a session. */
export function keepReturnAddress(address: string, hadSession: boolean): void {
  if (hadSession || readTabText(OWNER) !== null) writeTabText(PLACE, address);
}

/** Reads and deletes it; null when there is none. */
export function takeReturnAddress(): string | null {
  const address = readTabText(PLACE);
  removeTabText(PLACE);
  return address;
}
