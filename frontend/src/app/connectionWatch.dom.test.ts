import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isReachable, noteReachable } from '../shared/api/connection';
import { watchConnection } from './connectionWatch';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  noteReachable(true);
  vi.useRealTimers();
});

it('asks a server that was not reached until it answers, and less and less often', async () => {
  const at: number[] = [];
  const began = Date.now();
  let answers = false;
  watchConnection(() => {
    at.push(Math.round((Date.now() - began) / 1000));
    if (answers) noteReachable(true);
    return answers ? Promise.resolve() : Promise.reject(new Error('no answer'));
  });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(at).toEqual([]);
  noteReachable(false);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(at).toEqual([103, 109, 121, 145, 175]);
  // Without a network, and in a page that nobody sees, there is nothing to ask.
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at).toHaveLength(5);
  online.mockReturnValue(true);
  answers = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isReachable()).toBe(true);
  const asked = at.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(asked);
  // Lost again at once: a call that is always too slow shall not be repeated every three seconds.
  noteReachable(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(at).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(asked + 1);
});
