import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteadyLoading } from './useSteadyLoading';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('useSteadyLoading', () => {
  it('never shows a skeleton for a fast answer', () => {
    const { result, rerender } = renderHook((loading: boolean) => useSteadyLoading(loading), { initialProps: true });
    pass(199);
    rerender(false);
    pass(1_000);
    expect(result.current).toBe(false);
  });

  it('shows a slow one after 200 ms, for at least 400 ms', () => {
    const { result, rerender } = renderHook((loading: boolean) => useSteadyLoading(loading), { initialProps: true });
    pass(200);
    expect(result.current).toBe(true);
    pass(50);
    rerender(false);
    pass(349);
    expect(result.current).toBe(true);
    pass(1);
    expect(result.current).toBe(false);
  });
});
