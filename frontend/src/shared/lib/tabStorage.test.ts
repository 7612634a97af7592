import { expect, it, vi } from 'vitest';
import { readTabText, removeTabText, writeTabText } from './tabStorage';

it('keeps texts for this tab', () => {
  expect(writeTabText('k', 'v')).toBe(true);
  expect(window.sessionStorage.getItem('k')).toBe('v');
  expect(readTabText('k')).toBe('v');
  removeTabText('k');
  expect(readTabText('k')).toBeNull();
});

it('says so where storage is full or forbidden, and hides no other error', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem');
  write.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(writeTabText('k', 'v')).toBe(false);
  write.mockImplementation(() => {
    throw new TypeError('bug');
  });
  expect(() => writeTabText('k', 'v')).toThrow('bug');
});
