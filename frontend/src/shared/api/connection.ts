import { pauseBefore } from '../lib/pauses';
import { moduleStore } from '../lib/store';

/** Whether the last call reached the server. */
type Listener = () => void;

/** ms without a loss after which the next one counts as the first again. */
export const CALM = 60_000;

interface Connection {
  readonly reachable: boolean;
  /** Losses without a calm between them. */
  readonly losses: number;
  readonly timer?: ReturnType<typeof setTimeout>;
}

const connection = moduleStore<Connection>(() => ({ reachable: true, losses: 0 }));
const answers = moduleStore(() => ({ count: 0 }));

const goOn = (): void => {
  connection.set({ timer: setTimeout(() => connection.set({ losses: 0 }), CALM) });
  answers.set({ count: answers.get().count + 1 });
};

/**
 * Waiting calls go on with the first answer. After each further loss they wait longer: one call that always fails among
 * others that succeed would otherwise make all of them retry endlessly.
 */
export function noteReachable(reachable: boolean): void {
  const { losses, timer, reachable: before } = connection.get();
  if (reachable === before) return;
  clearTimeout(timer);
  connection.set({ reachable, losses: reachable ? losses : losses + 1 });
  if (!reachable) return;
  if (losses === 1) goOn();
  else connection.set({ timer: setTimeout(goOn, pauseBefore(losses - 2)) });
}

export const isReachable = (): boolean => connection.get().reachable;

export const subscribeReachable = (listener: Listener): Listener => connection.subscribe(listener);

/** Calls back when the server answers again after a loss. */
export const onAnswer = (run: Listener): Listener => answers.subscribe(run);

/** Calls back when the device is online again, or when the server answers again after a loss. */
export function onBack(run: Listener): Listener {
  window.addEventListener('online', run);
  const unsubscribe = onAnswer(run);
  return () => {
    window.removeEventListener('online', run);
    unsubscribe();
  };
}
