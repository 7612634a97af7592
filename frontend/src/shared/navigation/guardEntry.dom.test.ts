import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardEntry, releaseEntry, watchEntries } from './guardEntry';

let down = vi.fn();

/** A layer that is open for so long, after so many milliseconds of none. */
function layer(after: number, open: number): void {
  vi.advanceTimersByTime(after);
  guardEntry();
  vi.advanceTimersByTime(open);
  releaseEntry();
}

beforeEach(() => {
  vi.useFakeTimers();
  down = vi.fn();
  vi.spyOn(window.history, 'back').mockImplementation(down);
  window.history.replaceState({ idx: 0 }, '');
  watchEntries({ topLayer: () => undefined, isAtRest: () => true });
});
afterEach(() => vi.useRealTimers());

it('steps down half a second after the last layer, not after the one that it followed', () => {
  layer(0, 100);
  layer(0, 480);
  vi.advanceTimersByTime(499);
  expect(down).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(down).toHaveBeenCalledTimes(1);
});

it('takes no step in a document that is being reloaded', () => {
  layer(0, 100);
  layer(0, 480);
  vi.advanceTimersByTime(20);
  window.dispatchEvent(new Event('beforeunload'));
  vi.advanceTimersByTime(5_000);
  expect(down).not.toHaveBeenCalled();
});
