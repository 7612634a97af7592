import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ELSEWHERE, LAYERS } from '../../e2e/models/layers';
import { type LeaveRule, useLeaveGuard } from '../shared/navigation/leaveGuard';
import { useUrlSheet } from '../shared/navigation/useUrlSheet';
import { ActionMenu } from '../shared/ui/ActionMenu';
import { ConfirmDialog } from '../shared/ui/ConfirmDialog';
import { DateField } from '../shared/ui/DateField';
import { Dialog } from '../shared/ui/Dialog';
import { FailedDialog } from '../shared/ui/FailedDialog';
import { OptionMenu } from '../shared/ui/OptionMenu';
import { RangeSheet } from '../shared/ui/RangeSheet';
import { Sheet } from '../shared/ui/Sheet';
import { TypeToConfirm } from '../shared/ui/TypeToConfirm';
import { controlledHost, layers, type Opened, show, step, type } from '../testing/layers';

const src = join(import.meta.dirname, '..');
const ui = join(src, 'shared/ui');

/** The primitives that open something, straight or by one that does. */
function overlays(): string[] {
  const imports = new Map(
    readdirSync(ui)
      .filter((file) => /^[A-Z]\w+\.tsx$/.test(file))
      .map((file) => [
        file.replace('.tsx', ''),
        [...readFileSync(join(ui, file), 'utf8').matchAll(/(?:from |import\()'\.\/(\w+)'/g)].map(
          ([, name]) => name ?? '',
        ),
      ]),
  );
  const found = new Set(['Layer']);
  for (const name of imports.keys())
    if (readFileSync(join(ui, `${name}.tsx`), 'utf8').includes('useLayer(')) found.add(name);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [name, others] of imports) if (others.some((other) => found.has(other))) found.add(name);
  }
  // What is loaded when a menu's button is pressed is a part of that menu.
  for (const part of ['Layer', 'MenuLayer', 'ActionMenuList', 'OptionMenuList']) found.delete(part);
  return [...found].sort();
}

/** What opens one of them. */
function users(): string[] {
  const drawn = new RegExp(`(?:from |import\\()'[./]*/shared/ui/(?:${overlays().join('|')})'`);
  return ['app', 'entities', 'features']
    .flatMap((room) =>
      readdirSync(join(src, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .filter((file) => /(?<!\.test)\.tsx$/.test(file))
    .filter((file) => drawn.test(readFileSync(join(src, file), 'utf8')));
}

const noop = () => undefined;
const wide = () => ({ matches: true, addEventListener: noop, removeEventListener: noop });
const field = { label: 'تاریخ', value: '', onValueChange: noop };

/** One of each: what opens by a press of its button, and what its page opens. */
const triggers = {
  ActionMenu: () => <ActionMenu label="باز" trigger="button" items={[{ id: 'a', label: 'یک', onAction: noop }]} />,
  OptionMenu: () => (
    <OptionMenu label="باز" options={[{ value: 'a', label: 'یک' }]} selected={[]} onChange={noop} mode="multiple" />
  ),
  DateField: () => <DateField {...field} />,
} satisfies Record<string, () => ReactElement>;
const controlled = {
  Dialog: (props: Opened) => <Dialog {...props}>متن</Dialog>,
  Sheet: (props: Opened) => <Sheet {...props}>متن</Sheet>,
  ConfirmDialog: (props: Opened) => <ConfirmDialog {...props} onConfirm={noop} />,
  TypeToConfirm: (props: Opened) => <TypeToConfirm {...props} phrase="حذف" onConfirm={noop} />,
  FailedDialog: ({ isOpen, onClose }: Opened) =>
    isOpen ? <FailedDialog error={new Error('chunk')} onRetry={noop} onClose={onClose} /> : <span />,
  RangeSheet: (props: Opened) => <RangeSheet {...props} value={null} onSubmit={noop} />,
} satisfies Record<string, (props: Opened) => ReactElement>;

const hosts: Record<string, () => ReactElement> = {
  ...triggers,
  ...Object.fromEntries(Object.entries(controlled).map(([name, draw]) => [name, controlledHost(draw)])),
};

it('knows every overlay there is', () => {
  expect(Object.keys(hosts).sort()).toEqual(overlays());
});

it('has every place that opens one opened by a test: in the browser, or on its page', () => {
  const opened = [...LAYERS.flatMap(({ of }) => of), ...Object.keys(ELSEWHERE)];
  expect(users().filter((file) => !opened.includes(file))).toEqual([]);
  expect([...opened, ...Object.values(ELSEWHERE)].filter((file) => !existsSync(join(src, file)))).toEqual([]);
});

it.each(Object.keys(hosts).flatMap((name) => (name === 'DateField' ? [name, 'DateField (wide)'] : [name])))(
  '%s: Back closes it and stays, the next one leaves, Forward brings nothing back',
  async (name) => {
    // What has failed is told to the console as well.
    if (name === 'FailedDialog') vi.spyOn(console, 'error').mockImplementation(noop);
    if (name.includes('wide')) {
      vi.stubGlobal('matchMedia', wide);
    }
    const { user, at } = show(hosts[name.split(' ')[0]!]!);
    for (const time of ['first', 'again']) {
      await user.click(screen.getByRole('button', { name: /^باز/ }));
      await waitFor(() => expect(layers(), time).toHaveLength(1));
      await step(-1);
      expect(layers(), time).toHaveLength(0);
      expect(at()).toBe('/page');
    }
    await step(-1);
    expect(at()).toBe('/below');
    await step(1);
    expect(at()).toBe('/page');
    expect(layers()).toHaveLength(0);
  },
);

it('leaves nothing in the history of a layer that its own button closes', async () => {
  const { user, at } = show(hosts['Sheet']!);
  await user.click(screen.getByRole('button', { name: 'باز' }));
  const entries = window.history.length;
  // The first is the cross, the last React Aria's for screen readers.
  await user.click(screen.getAllByRole('button', { name: 'بستن' })[0]!);
  await waitFor(() => expect(layers()).toHaveLength(0));
  expect(window.history.length).toBe(entries);
  await step(-1);
  expect(at()).toBe('/below');
});

it.each([false, true])('closes one of two after the other, the topmost first (wide: %s)', async (isWide) => {
  if (isWide) vi.stubGlobal('matchMedia', wide);
  const { user, at } = show(hosts['RangeSheet']!);
  await user.click(screen.getByRole('button', { name: 'باز' }));
  await user.click(await screen.findByRole('button', { name: /تقویم.*از/ }));
  await waitFor(() => expect(layers()).toHaveLength(2));
  await step(-1);
  expect(layers()).toHaveLength(1);
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
});

it('does nothing while what was asked runs', async () => {
  const { user, at } = show(controlledHost((props) => <ConfirmDialog {...props} busy onConfirm={noop} />));
  await user.click(screen.getByRole('button', { name: 'باز' }));
  await step(-1);
  expect(layers()).toHaveLength(1);
  expect(at()).toBe('/page');
});

function InAddress(): ReactElement {
  const sheet = useUrlSheet('type');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => sheet.open('1')}>
        باز
      </button>
      {sheet.value !== null && (
        <Sheet isOpen title="برگه" onClose={sheet.close}>
          <button type="button" onClick={() => setAsking(true)}>
            پرسش
          </button>
          <ConfirmDialog isOpen={asking} title="لایه" onClose={() => setAsking(false)} onConfirm={noop} />
        </Sheet>
      )}
    </>
  );
}

it('closes a question above a sheet of the address, then the sheet, which Forward does not open again', async () => {
  const { user, at } = show(InAddress);
  await user.click(screen.getByRole('button', { name: 'باز' }));
  await user.click(await screen.findByRole('button', { name: 'پرسش' }));
  await waitFor(() => expect(layers()).toHaveLength(2));
  await step(-1);
  expect(layers()).toHaveLength(1);
  expect(at()).toBe('/page?type=1');
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/below');
});

const question: LeaveRule = {
  blocks: ({ to }) => to !== '/page',
  title: 'ناتمام',
  body: 'بروم؟',
  confirm: 'رفتن',
  cancel: 'ماندن',
};

function Unsaved(): ReactElement {
  useLeaveGuard(question);
  return hosts['Sheet']!();
}

it('goes on asking about a step from the very first entry', async () => {
  const { user, at } = type('/page', () => {
    useLeaveGuard(question);
    return <Link to="/elsewhere">رفتن به جای دیگر</Link>;
  });
  await user.click(screen.getByRole('link'));
  await waitFor(() => expect(layers()).toHaveLength(1));
  await step(0);
  await user.click(await screen.findByRole('button', { name: 'ماندن' }));
  await waitFor(() => expect(layers()).toHaveLength(0));
  expect(at()).toBe('/page');
  await user.click(screen.getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'رفتن' }));
  await waitFor(() => expect(at()).toBe('/elsewhere'));
});

it('asks one question before the page is left, which Back answers with «stay»', async () => {
  const { user, at } = show(Unsaved);
  await user.click(screen.getByRole('button', { name: 'باز' }));
  await step(-1);
  expect(layers()).toHaveLength(0);
  for (let time = 0; time < 2; time += 1) {
    await step(-1);
    await waitFor(() => expect(layers()).toHaveLength(1));
    await step(-1);
    await waitFor(() => expect(layers()).toHaveLength(0));
    expect(at()).toBe('/page');
  }
  await step(-1);
  await user.click(await screen.findByRole('button', { name: 'رفتن' }));
  await waitFor(() => expect(at()).toBe('/below'));
  expect(layers()).toHaveLength(0);
});
