import { onBack } from '../api/connection';
import { afterRest, idle } from './idle';
import { moduleMap, moduleStore } from './store';

type Load = () => Promise<unknown>;

/** In the order in which they were named: the frame's, the open page's, and then those of the pages it links to. */
const waiting = moduleMap<Load, true>();
/** `busy`: one is under way, or about to be. */
const loading = moduleStore(() => ({ started: false, busy: false }));

/** Each in a pause of its own: running a page's code takes a slow phone as long as an answer to a key. */
function loadNext(): void {
  const [load] = waiting.keys();
  if (load === undefined) {
    loading.set({ busy: false });
    performance.mark(AHEAD_DONE);
    return;
  }
  load().then(
    () => {
      waiting.delete(load);
      idle(loadNext);
    },
    // Whoever needs it asks again, and tells. All others wait for the network as well.
    () => loading.set({ busy: false }),
  );
}

function goOn(): void {
  const { started, busy } = loading.get();
  if (!started || busy) return;
  loading.set({ busy: true });
  afterRest(loadNext);
}

/** The mark in the browser's timeline at which an open page has all its code. */
export const AHEAD_DONE = 'pishkhan-ahead-done';

/** Code that the open page may come to need: it is loaded once the page rests, one after the other. */
export function loadAhead(load: Load): void {
  waiting.set(load, true);
  goOn();
}

/** For main: no test and no tool loads what it does not open. */
export function startLoadingAhead(): void {
  loading.set({ started: true });
  goOn();
  onBack(goOn);
}
