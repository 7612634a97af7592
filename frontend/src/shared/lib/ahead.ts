import { onBack } from '../api/connection';
import { afterRest, idle } from './idle';

type Load = () => Promise<unknown>;

/** In the order in which they were named: the frame's, the open page's, and then those of the pages it links to. */
const waiting = new Set<Load>();
let started = false;
/** Whether one is under way, or about to be. */
let busy = false;

/** Each in a pause of its own: running a page's code takes a slow phone as long as an answer to a key. */
function loadNext(): void {
  const [load] = waiting;
  if (load === undefined) {
    busy = false;
    performance.mark(AHEAD_DONE);
    return;
  }
  load().then(
    () => {
      waiting.delete(load);
      idle(loadNext);
    },
    // Whoever needs it asks again, and tells. All others wait for the network as well.
    () => {
      busy = false;
    },
  );
}

function goOn(): void {
  if (!started || busy) return;
  busy = true;
  afterRest(loadNext);
}

/** The mark in the browser's timeline at which an open page has all its code. */
export const AHEAD_DONE = 'pishkhan-ahead-done';

/** Code that the open page may come to need: it is loaded once the page rests, one after the other. */
export function loadAhead(load: Load): void {
  waiting.add(load);
  goOn();
}

/** For main: no test and no tool loads what it does not open. */
export function startLoadingAhead(): void {
  started = true;
  goOn();
  onBack(goOn);
}
