// @vitest-environment node
import { expect, it } from 'vitest';
import { dialogsOf, withDialog, withoutDialog } from './dialogs';

it('reads the dialogs of an address, the lowest first', () => {
  expect(dialogsOf('?q=x&order=1&invoice=2&order=3&history=&other=4')).toEqual([
    { name: 'order', id: '1' },
    { name: 'invoice', id: '2' },
  ]);
});

it('puts a dialog on top and takes only it away again', () => {
  const open = withDialog('?q=%D8%B1', 'order', 'a');
  expect(open).toBe('?q=%D8%B1&order=a');
  const two = withDialog(open, 'invoice', 'a');
  expect(dialogsOf(two).map(({ name }) => name)).toEqual(['order', 'invoice']);
  expect(withoutDialog(two, 'invoice')).toBe(open);
  expect(withoutDialog(two, 'order')).toBe('?q=%D8%B1&invoice=a');
  expect(withoutDialog('?order=a', 'order')).toBe('');
});

it('shows a dialog that is already open on top, once', () => {
  expect(withDialog('?order=a&history=a', 'order', 'b')).toBe('?history=a&order=b');
});
