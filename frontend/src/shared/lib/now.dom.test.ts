import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nowSnapshot, subscribeNow } from './now';

let hidden = false;

beforeEach(() => {
  hidden = false;
  vi.useFakeTimers({ now: 1_000_400 });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});

afterEach(() => {
  vi.useRealTimers();
});

const setHidden = (value: boolean) => {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the clock', () => {
  it('ticks at whole seconds for everyone with one timer', () => {
    const first = vi.fn();
    const second = vi.fn();
    const stops = [subscribeNow(first), subscribeNow(second)];
    expect(nowSnapshot()).toBe(1_000_000);
    vi.advanceTimersByTime(599);
    expect(first).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(nowSnapshot()).toBe(1_001_000);
    vi.advanceTimersByTime(3_000);
    expect(first).toHaveBeenCalledTimes(4);
    expect(second).toHaveBeenCalledTimes(4);
    expect(vi.getTimerCount()).toBe(1);
    for (const stopClock of stops) stopClock();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stands while the page is hidden and catches up when it is seen', () => {
    const listener = vi.fn();
    const stopClock = subscribeNow(listener);
    setHidden(true);
    vi.advanceTimersByTime(60_000);
    expect(listener).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    setHidden(false);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(nowSnapshot()).toBe(1_060_000);
    stopClock();
  });

  it('answers the same number between two ticks', () => {
    const stopClock = subscribeNow(() => undefined);
    const seen = nowSnapshot();
    vi.setSystemTime(1_000_999);
    expect(nowSnapshot()).toBe(seen);
    stopClock();
  });
});
