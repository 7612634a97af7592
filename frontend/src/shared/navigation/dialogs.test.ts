import { expect, it } from 'vitest';
import { dialogsOf, withDialog, withoutDialog } from './dialogs';

it('reads the dialogs of an address, the lowest first', () => {
  expect(dialogsOf('?q=x&order=1&invoice=2&order=3&history=&other=4')).toEqual([
    { name: 'order', id: '1' },
    { name: 'invoice', id: '2' },
  ]);
});

const query = (search: string) => new URLSearchParams(search);

it('puts a dialog on top and takes only it away again', () => {
  const openDialogs = withDialog(query('q=%D8%B1'), 'order', 'a');
  expect(openDialogs.toString()).toBe('q=%D8%B1&order=a');
  const two = withDialog(openDialogs, 'invoice', 'a');
  expect(dialogsOf(two.toString()).map(({ name }) => name)).toEqual(['order', 'invoice']);
  expect(withoutDialog(two, 'invoice').toString()).toBe(openDialogs.toString());
  expect(withoutDialog(two, 'order').toString()).toBe('q=%D8%B1&invoice=a');
  expect(withoutDialog(query('order=a'), 'order').toString()).toBe('');
});

it('shows a dialog that is already open on top, once', () => {
  expect(withDialog(query('order=a&history=a'), 'order', 'b').toString()).toBe('history=a&order=b');
});
