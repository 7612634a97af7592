import { afterEach, expect, it, vi } from 'vitest';
import { readTabText, removeTabText, writeTabText } from './tabStorage';

// What every test cleans up after itself writes to storage as well.
afterEach(() => {
  vi.restoreAllMocks();
});

it('keeps texts for this tab', () => {
  expect(writeTabText('k', 'v')).toBe(true);
  expect(window.sessionStorage.getItem('k')).toBe('v');
  expect(readTabText('k')).toBe('v');
  removeTabText('k');
  expect(readTabText('k')).toBeNull();
});

const failing = (error: Error) => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw error;
  });
};

it('says so where storage is full or forbidden', () => {
  failing(new DOMException('full', 'QuotaExceededError'));
  expect(writeTabText('k', 'v')).toBe(false);
});

it('hides no other error', () => {
  failing(new TypeError('bug'));
  expect(() => writeTabText('k', 'v')).toThrow('bug');
});
