import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

const rested = () => vi.advanceTimersByTimeAsync(10_000);

it('loads what was named once the page rests, one after the other, also what is named later', async () => {
  const { loadAhead, startLoadingAhead } = await import('./ahead');
  const order: string[] = [];
  const load = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((done) => setTimeout(done, 100));
    order.push(`${name} is there`);
  };
  loadAhead(load('a'));
  loadAhead(load('b'));
  await rested();
  expect(order).toEqual([]);
  startLoadingAhead();
  await vi.advanceTimersByTimeAsync(1000);
  expect(order).toEqual([]);
  await rested();
  loadAhead(load('c'));
  await rested();
  expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} is there`]));
});

it('stops at what does not come, and goes on when there is a network again', async () => {
  const { loadAhead, startLoadingAhead } = await import('./ahead');
  const first = vi.fn().mockRejectedValueOnce(new Error('missing')).mockResolvedValue(undefined);
  const second = vi.fn().mockResolvedValue(undefined);
  startLoadingAhead();
  loadAhead(first);
  loadAhead(second);
  await rested();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  window.dispatchEvent(new Event('online'));
  await rested();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});
