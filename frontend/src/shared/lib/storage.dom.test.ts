import { describe, expect, it, vi } from 'vitest';
import { readText, removeText, writeText } from './storage';

describe('storage', () => {
  it('keeps texts in the browser', () => {
    writeText('k', 'v');
    expect(window.localStorage.getItem('k')).toBe('v');
    expect(readText('k')).toBe('v');
    removeText('k');
    expect(readText('k')).toBeNull();
  });

  it('keeps them in memory where storage is full or forbidden', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeText('private', 'v');
    expect(readText('private')).toBe('v');
    removeText('private');
    expect(readText('private')).toBeNull();
  });

  it('hides no other error', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new TypeError('bug');
    });
    expect(() => readText('any')).toThrow('bug');
  });
});
