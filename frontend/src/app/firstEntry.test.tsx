import { act, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { type LeaveStep, useLeaveGuard } from '../shared/navigation/leaveGuard';
import { useQueryParams } from '../shared/navigation/useQueryParams';
import { useUrlSheet } from '../shared/navigation/useUrlSheet';
import { ActionMenu } from '../shared/ui/ActionMenu';
import { ConfirmDialog } from '../shared/ui/ConfirmDialog';
import { RangeSheet } from '../shared/ui/RangeSheet';
import { Sheet } from '../shared/ui/Sheet';
import { controlledHost, draw, layers, step, type } from '../testing/layers';

const noop = () => undefined;
const SheetHost = controlledHost((props) => <Sheet {...props}>متن</Sheet>);
const openButton = () => screen.getByRole('button', { name: /^باز/ });
const closeButton = () => screen.getAllByRole('button', { name: 'بستن' })[0]!;

it('closes a layer on the first entry of a visit, and leaves it with the next step', async () => {
  const { user, at } = type('/page', SheetHost);
  for (const time of ['first', 'again']) {
    await user.click(openButton());
    await waitFor(() => expect(layers(), time).toHaveLength(1));
    await step(-1);
    expect(layers(), time).toHaveLength(0);
    expect(at()).toBe('/page');
  }
  await step(1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/outside');
});

it('closes one of two after the other', async () => {
  const { user, at } = type(
    '/page',
    controlledHost((props) => <RangeSheet {...props} value={null} onSubmit={noop} />),
  );
  await user.click(openButton());
  await user.click(await screen.findByRole('button', { name: /تقویم.*از/ }));
  await waitFor(() => expect(layers()).toHaveLength(2));
  await step(-1);
  expect(layers()).toHaveLength(1);
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/outside');
});

it('writes nothing before a layer opens, and leaves by one step when it was closed by hand', async () => {
  const { user, at } = type('/page', SheetHost);
  expect(window.history.state).toEqual({ idx: 0, key: 'page' });
  await user.click(openButton());
  await waitFor(() => expect(layers()).toHaveLength(1));
  const entry: unknown = window.history.state;
  await user.click(closeButton());
  await waitFor(() => expect(layers()).toHaveLength(0));
  await step(0);
  expect(window.history.state).toEqual(entry);
  await step(1);
  expect(layers()).toHaveLength(0);
  await step(-1);
  expect(at()).toBe('/outside');
});

it('goes on as a page with nothing outside the app below it', async () => {
  const { user, at } = type('/page', SheetHost);
  vi.spyOn(window.history, 'back').mockImplementation(noop);
  for (let time = 0; time < 2; time += 1) {
    await user.click(openButton());
    await waitFor(() => expect(layers()).toHaveLength(1));
    await step(-1);
    expect(layers()).toHaveLength(0);
    await step(-1);
    expect(at()).toBe('/page');
    expect(window.history.state).toEqual({ idx: 0, key: 'page' });
  }
});

it.each(['another document', 'nothing'])(
  'leaves what took the place of the page by one step, with %s below it',
  async (below) => {
    const { user, at, router } = type('/page', SheetHost);
    if (below === 'nothing') vi.spyOn(window.history, 'back').mockImplementation(noop);
    await user.click(openButton());
    await waitFor(() => expect(layers()).toHaveLength(1));
    await user.click(closeButton());
    await waitFor(() => expect(layers()).toHaveLength(0));
    await act(async () => router.navigate('/elsewhere', { replace: true }));
    expect(at()).toBe('/elsewhere');
    await step(-1);
    expect(at()).toBe(below === 'nothing' ? '/elsewhere' : '/outside');
  },
);

it('stays while what was asked runs', async () => {
  const { user, at } = type(
    '/page',
    controlledHost((props) => <ConfirmDialog {...props} busy onConfirm={noop} />),
  );
  await user.click(openButton());
  for (let time = 0; time < 2; time += 1) {
    await step(-1);
    expect(layers()).toHaveLength(1);
    expect(at()).toBe('/page');
  }
});

/** A menu that opens a question, filters the page, or leads on: each in the press that closes the menu. */
function MenuHost(): ReactElement {
  const navigate = useNavigate();
  const { params, change } = useQueryParams();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p>{`صافی: ${params.get('filter') ?? 'هیچ'}`}</p>
      <ActionMenu
        label="باز"
        trigger="button"
        items={[
          { id: 'ask', label: 'پرسیدن', onAction: () => setAsking(true) },
          { id: 'filter', label: 'صافی', onAction: () => change({ filter: 'یک' }, { replace: true }) },
          { id: 'go', label: 'رفتن', onAction: () => void navigate('/elsewhere') },
        ]}
      />
      <ConfirmDialog isOpen={asking} title="لایه" onClose={() => setAsking(false)} onConfirm={noop} />
    </>
  );
}

const choose = async (user: ReturnType<typeof type>['user'], item: string) => {
  await user.click(openButton());
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('keeps the question that a menu opens', async () => {
  const { user, at } = type('/page', MenuHost);
  await choose(user, 'پرسیدن');
  await screen.findByRole('alertdialog');
  await step(0);
  expect(layers()).toHaveLength(1);
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/outside');
});

it('keeps the filter that a menu sets, and not the page before it', async () => {
  const { user, at } = type('/page', MenuHost);
  await choose(user, 'صافی');
  await screen.findByText('صافی: یک');
  expect(at()).toContain('?filter=');
  await step(1);
  expect(screen.getByText('صافی: یک')).toBeVisible();
  await step(-1);
  expect(at()).toBe('/outside');
});

it('leads back from the page that a menu opens, forward to it, and out', async () => {
  const { user, at } = type('/page', MenuHost);
  await choose(user, 'رفتن');
  await waitFor(() => expect(at()).toBe('/elsewhere'));
  await step(0);
  await step(-1);
  expect(at()).toBe('/page');
  await user.click(openButton());
  await screen.findByRole('menu');
  await step(-1);
  expect(layers()).toHaveLength(0);
  await step(1);
  expect(at()).toBe('/elsewhere');
  // From the list of entries, over the page's own one.
  await step(-2);
  expect(at()).toBe('/page');
  expect(openButton()).toBeVisible();
  await step(-1);
  expect(at()).toBe('/outside');
});

function InAddress(): ReactElement {
  const sheet = useUrlSheet('type');
  return (
    <>
      <button type="button" onClick={() => sheet.open('2')}>
        باز
      </button>
      {sheet.value !== null && (
        <Sheet isOpen title="برگه" onClose={sheet.close}>
          متن
        </Sheet>
      )}
    </>
  );
}

it.each(['Back', 'its button'])('closes the sheet of a typed address by %s, for good', async (by) => {
  const { user, at } = type('/page?type=1', InAddress);
  await waitFor(() => expect(layers()).toHaveLength(1));
  if (by === 'Back') await step(-1);
  else await user.click(closeButton());
  await waitFor(() => expect(layers()).toHaveLength(0));
  await step(0);
  expect(at()).toBe('/page');
  await step(1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  // One that is opened has an entry of its own.
  await user.click(openButton());
  await waitFor(() => expect(layers()).toHaveLength(1));
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/outside');
});

it('closes two sheets of a typed address one after the other', async () => {
  const { at } = type('/page?type=1&menu=2', () => {
    const sheets = [useUrlSheet('type'), useUrlSheet('menu')];
    return (
      <>
        {sheets.map(({ value, close: onClose }, index) => (
          <Sheet key={index} isOpen={value !== null} title="برگه" onClose={onClose}>
            متن
          </Sheet>
        ))}
      </>
    );
  });
  await waitFor(() => expect(layers()).toHaveLength(2));
  await step(-1);
  expect(layers()).toHaveLength(1);
  expect(at()).toBe('/page?type=1');
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/outside');
});

it('goes on after a reload with a layer open', async () => {
  const { user, unmount, router } = type('/page', SheetHost);
  await user.click(openButton());
  await waitFor(() => expect(layers()).toHaveLength(1));
  unmount();
  router.dispose();
  const again = draw(SheetHost);
  expect(layers()).toHaveLength(0);
  await again.user.click(openButton());
  await waitFor(() => expect(layers()).toHaveLength(1));
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(again.at()).toBe('/page');
  await step(-1);
  expect(again.at()).toBe('/outside');
});

it('opens and closes in one moment without a trace', async () => {
  let set: (isOpen: boolean) => void = noop;
  const { at } = type('/page', () => {
    const [isOpen, setOpen] = useState(false);
    set = setOpen;
    return (
      <Sheet isOpen={isOpen} title="برگه" onClose={() => setOpen(false)}>
        متن
      </Sheet>
    );
  });
  act(() => set(true));
  act(() => set(false));
  act(() => set(true));
  await step(0);
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  act(() => set(true));
  act(() => set(false));
  await step(0);
  await step(-1);
  expect(at()).toBe('/outside');
});

const rule = {
  blocks: ({ from, to }: LeaveStep) => from !== to,
  title: 'ناتمام',
  body: 'بروم؟',
  confirm: 'رفتن',
  cancel: 'ماندن',
};

it('closes a question before a step to another page, and takes the step after the next one', async () => {
  const { user, at } = type('/page', () => {
    useLeaveGuard(rule);
    return <Link to="/elsewhere">برو</Link>;
  });
  await user.click(screen.getByRole('link'));
  await screen.findByRole('alertdialog');
  await step(-1);
  await waitFor(() => expect(layers()).toHaveLength(0));
  expect(at()).toBe('/page');
  await user.click(screen.getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'رفتن' }));
  await waitFor(() => expect(at()).toBe('/elsewhere'));
});

it('lets a question before a step forward be answered with «leave»', async () => {
  let asks: (on: boolean) => void = noop;
  const { user, router, at } = type('/page', () => {
    const [on, setOn] = useState(false);
    asks = setOn;
    useLeaveGuard(on ? rule : null);
    return <SheetHost />;
  });
  await act(async () => router.navigate('/elsewhere'));
  await step(-1);
  expect(at()).toBe('/page');
  act(() => asks(true));
  await step(1);
  await user.click(await screen.findByRole('button', { name: 'ماندن' }));
  await waitFor(() => expect(layers()).toHaveLength(0));
  await step(1);
  await user.click(await screen.findByRole('button', { name: 'رفتن' }));
  await waitFor(() => expect(at()).toBe('/elsewhere'));
});
