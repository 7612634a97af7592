import { pauseBefore } from '../lib/pauses';
import { moduleStore } from '../lib/store';

/** Whether the last call reached the server. */
type Listener = () => void;

/** ms of answers after which a loss is the first again. */
export const CALM = 60_000;

interface Connection {
  readonly reachable: boolean;
  /** Without a calm between them. */
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
 * What waits goes on with the first answer. Lost again, it waits longer each time: a call that never comes, among others
 * that do, would have all of them asked for without end.
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

/** Calls back when what waits may go on: the server answers after it did not. */
export const onAnswer = (run: Listener): Listener => answers.subscribe(run);

/** Calls back when there is a network again: the device says so, or the server answers after it did not. */
export function onBack(run: Listener): Listener {
  window.addEventListener('online', run);
  const unsubscribe = onAnswer(run);
  return () => {
    window.removeEventListener('online', run);
    unsubscribe();
  };
}
