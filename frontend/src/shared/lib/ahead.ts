import { onBack } from '../api/connection';
import { afterRest, idle } from './idle';
import { moduleMap, moduleStore } from './store';

type Load = () => Promise<unknown>;

/** In the order of the calls: the parts of the frame, of the open page, and then of the pages it links to. */
const waiting = moduleMap<Load, true>();
/** `busy`: one is being loaded, or about to be. */
const loading = moduleStore(() => ({ started: false, busy: false }));

/** Each in an idle period of its own: on a slow phone running one page's code takes as long as a key press may. */
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
    // Opening the part tries again and reports the failure. The rest would fail for the same reason.
    () => loading.set({ busy: false }),
  );
}

function goOn(): void {
  const { started, busy } = loading.get();
  if (!started || busy) return;
  loading.set({ busy: true });
  afterRest(loadNext);
}

/** The mark in the browser's timeline when the open page has all its code. */
export const AHEAD_DONE = 'pishkhan-ahead-done';

/** Code that the open page may need later: loaded once the page is idle, one part after the other. */
export function loadAhead(load: Load): void {
  waiting.set(load, true);
  goOn();
}

/** Called by main only, so that tests load nothing that they do not open. */
export function startLoadingAhead(): void {
  loading.set({ started: true });
  goOn();
  onBack(goOn);
}
