import type { LeaveStep } from '../../../shared/navigation/leaveGuard';
import { paths } from '../../../shared/navigation/paths';
import { withChanges, withoutAll } from '../../../shared/navigation/query';
import { FILTERS } from './filter';

/** An address without the list's filters; its remaining parameters are those of dialogs. */
function plain({ pathname, searchParams }: URL): string {
  return `${pathname}?${withChanges(searchParams, withoutAll(FILTERS)).toString()}`;
}

/** Back leads from the list to the dashboard, whatever was open before; it still closes a dialog of the list. */
export function leavesByBack({ action, forward, from, to }: LeaveStep): boolean {
  if (action !== 'POP' || forward) return false;
  const [here, there] = [from, to].map((address) => new URL(address, window.location.origin)) as [URL, URL];
  // A second Back may come while the list is already left but not yet unmounted.
  if (here.pathname !== paths.products.href()) return false;
  if (there.pathname === paths.products.href()) return plain(here) === plain(there);
  return there.pathname !== paths.dashboard.href();
}
