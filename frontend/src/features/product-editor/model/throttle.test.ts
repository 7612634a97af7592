import { expect, it, vi } from 'vitest';
import { atMostEvery } from './throttle';

it('runs at once, and then at most once in the given time', () => {
  let clock = 0;
  const run = vi.fn();
  const warn = atMostEvery(3_000, run, () => clock);
  const at = (ms: number) => {
    clock = ms;
    warn();
  };
  for (const ms of [0, 1, 2_999]) at(ms);
  expect(run).toHaveBeenCalledTimes(1);
  at(3_000);
  at(5_999);
  expect(run).toHaveBeenCalledTimes(2);
  at(20_000);
  expect(run).toHaveBeenCalledTimes(3);
});
