import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearTab, readTabText, removeTabText, writeTabText, writeTabTextLater } from './tabStorage';

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

describe('what is written later', () => {
  const stored = () => window.sessionStorage.getItem('k');

  it('is made once in the next pause, of all that was given', async () => {
    const made = vi.fn(() => 'last');
    writeTabTextLater('k', () => 'first');
    writeTabTextLater('k', made);
    expect(stored()).toBeNull();
    await vi.waitFor(() => expect(stored()).toBe('last'));
    expect(made).toHaveBeenCalledOnce();
  });

  it('is there for whoever reads', () => {
    writeTabTextLater('k', () => 'v');
    expect(readTabText('k')).toBe('v');
    expect(stored()).toBe('v');
  });

  it('is written before the page goes away', () => {
    writeTabTextLater('k', () => 'left');
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toBe('left');
    writeTabTextLater('k', () => 'hidden');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(stored()).toBe('hidden');
  });

  it('is not written any more once it is removed, or all that the tab kept', () => {
    const made = vi.fn(() => 'v');
    writeTabTextLater('k', made);
    removeTabText('k');
    writeTabTextLater('k', made);
    clearTab();
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toBeNull();
    expect(made).not.toHaveBeenCalled();
  });
});
