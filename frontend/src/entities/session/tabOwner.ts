import { clearTab, readTabText, removeTabText, writeTabText } from '../../shared/lib/tabStorage';

const OWNER = 'pishkhan.user';
const PLACE = 'pishkhan.return';

/** Whose tab this is from now on. Somebody else finds nothing of what the tab kept for the one before. */
export function ownTab(username: string): void {
  const before = readTabText(OWNER);
  if (before === username) return;
  if (before !== null) clearTab();
  writeTabText(OWNER, username);
}

/** Where the tab's owner goes on after the log-in that is due; of a tab that nobody owned yet, whoever had a session. */
export function keepReturnAddress(address: string, hadSession: boolean): void {
  if (hadSession || readTabText(OWNER) !== null) writeTabText(PLACE, address);
}

/** Once; null when there is none. */
export function takeReturnAddress(): string | null {
  const address = readTabText(PLACE);
  removeTabText(PLACE);
  return address;
}
