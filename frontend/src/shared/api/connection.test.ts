import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CALM, noteReachable, onAnswer } from './connection';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('goes on at the first answer, and after longer and longer pauses while a call among others is lost each time', async () => {
  const at: number[] = [];
  const began = Date.now();
  const unwatch = onAnswer(() => {
    at.push((Date.now() - began) / 1000);
    // What goes on asks for everything again: one call is lost, the others are answered.
    noteReachable(false);
    noteReachable(true);
  });
  noteReachable(false);
  noteReachable(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(at).toEqual([0, 3, 9, 21, 45, 75, 105]);
  unwatch();
  // That one comes as well, and a minute later a loss is the first again.
  await vi.advanceTimersByTimeAsync(2 * CALM);
  const again = vi.fn<() => void>();
  const forget = onAnswer(again);
  noteReachable(false);
  expect(again).not.toHaveBeenCalled();
  noteReachable(true);
  expect(again).toHaveBeenCalledOnce();
  forget();
});

it('does not go on when the server is lost again meanwhile', async () => {
  const goOn = vi.fn<() => void>();
  const forget = onAnswer(goOn);
  noteReachable(false);
  noteReachable(true);
  noteReachable(false);
  noteReachable(true);
  await vi.advanceTimersByTimeAsync(2_000);
  noteReachable(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(goOn).toHaveBeenCalledOnce();
  forget();
});
