import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSettledText } from './useSettledText';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function setup(initial = '') {
  const onSettle = vi.fn();
  const { result, rerender } = renderHook((kept: string) => useSettledText(kept, onSettle), { initialProps: initial });
  return {
    onSettle,
    keep: rerender,
    shown: () => result.current[0],
    type: (text: string) => {
      act(() => {
        result.current[1](text);
      });
    },
    pass: (ms: number) => {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    },
  };
}

describe('useSettledText', () => {
  it('hands over what has rested, once and trimmed', () => {
    const { onSettle, type, pass, shown } = setup();
    type('ح');
    pass(299);
    type('حس ');
    pass(299);
    expect(onSettle).not.toHaveBeenCalled();
    pass(1);
    expect(onSettle.mock.calls).toEqual([['حس']]);
    expect(shown()).toBe('حس ');
  });

  it('keeps what is typed while the last text arrives', () => {
    const { type, pass, keep, shown, onSettle } = setup();
    type('حس');
    pass(300);
    type('حسن');
    keep('حس');
    expect(shown()).toBe('حسن');
    pass(300);
    expect(onSettle).toHaveBeenLastCalledWith('حسن');
  });

  it('takes over a text that was not typed, and hands nothing back', () => {
    const { keep, shown, pass, onSettle } = setup('حسن');
    keep('');
    expect(shown()).toBe('');
    pass(1_000);
    expect(onSettle).not.toHaveBeenCalled();
  });
});
