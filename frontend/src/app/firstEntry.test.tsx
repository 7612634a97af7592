import { act, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { expect, it, vi } from 'vitest';
import { useLeaveGuard } from '../shared/navigation/leaveGuard';
import { useUrlSheet } from '../shared/navigation/useUrlSheet';
import { ActionMenu } from '../shared/ui/ActionMenu';
import { ConfirmDialog } from '../shared/ui/ConfirmDialog';
import { RangeSheet } from '../shared/ui/RangeSheet';
import { Sheet } from '../shared/ui/Sheet';
import { controlledHost, draw, layers, step, type } from '../testing/layers';

const noop = () => undefined;
const SheetHost = controlledHost((props) => <Sheet {...props}>متن</Sheet>);
const open = () => screen.getByRole('button', { name: /^باز/ });
const close = () => screen.getAllByRole('button', { name: 'بستن' })[0]!;

it('closes a layer on the first entry of a visit, and leaves it with the next step', async () => {
  const { user, at } = type('/page', SheetHost);
  for (const time of ['first', 'again']) {
    await user.click(open());
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
  await user.click(open());
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

it('has nothing below the page when its layer was closed by hand, and writes nothing without one', async () => {
  const { user, at } = type('/page', SheetHost);
  expect(window.history.state).toEqual({ idx: 0, key: 'page' });
  await user.click(open());
  await waitFor(() => expect(layers()).toHaveLength(1));
  await user.click(close());
  await waitFor(() => expect(layers()).toHaveLength(0));
  await waitFor(() => expect(window.history.state).toEqual({ idx: 0, key: 'page', guarded: false }));
  await step(1);
  expect(window.history.state).toEqual({ idx: 0, key: 'page', guarded: false });
  await step(-1);
  expect(at()).toBe('/outside');
});

it('takes no step while the document is being reloaded', async () => {
  const { user, at } = type('/page', SheetHost);
  await user.click(open());
  await waitFor(() => expect(layers()).toHaveLength(1));
  await user.click(close());
  await waitFor(() => expect(layers()).toHaveLength(0));
  const back = vi.spyOn(window.history, 'back');
  window.dispatchEvent(new Event('beforeunload'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 800)));
  expect(back).not.toHaveBeenCalled();
  expect(window.history.state).toMatchObject({ key: 'page', guarded: true });
  // The user has stayed after all, or it was no reload: the next step back leaves.
  back.mockRestore();
  await step(-1);
  expect(at()).toBe('/outside');
});

it('stays while what was asked runs', async () => {
  const { user, at } = type(
    '/page',
    controlledHost((props) => <ConfirmDialog {...props} busy onConfirm={noop} />),
  );
  await user.click(open());
  for (let time = 0; time < 2; time += 1) {
    await step(-1);
    expect(layers()).toHaveLength(1);
    expect(at()).toBe('/page');
  }
});

/** A menu that opens a question, filters the page, or leads on: each in the press that closes the menu. */
function MenuHost(): ReactElement {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p>{`صافی: ${params.get('filter') ?? 'هیچ'}`}</p>
      <ActionMenu
        label="باز"
        trigger="button"
        items={[
          { id: 'ask', label: 'پرسیدن', onAction: () => setAsking(true) },
          { id: 'filter', label: 'صافی', onAction: () => setParams({ filter: 'یک' }, { replace: true }) },
          { id: 'go', label: 'رفتن', onAction: () => void navigate('/elsewhere') },
        ]}
      />
      <ConfirmDialog isOpen={asking} title="لایه" onClose={() => setAsking(false)} onConfirm={noop} />
    </>
  );
}

const choose = async (user: ReturnType<typeof type>['user'], item: string) => {
  await user.click(open());
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
  // A step of the user's own at the very moment of the one that takes the copy away would be taken for that one.
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 0, guarded: false }));
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
  await user.click(open());
  await screen.findByRole('menu');
  await step(-1);
  expect(layers()).toHaveLength(0);
  await step(1);
  expect(at()).toBe('/elsewhere');
  // From the list of entries, over the page's own one.
  await step(-2);
  expect(at()).toBe('/page');
  expect(open()).toBeVisible();
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
  else await user.click(close());
  await waitFor(() => expect(layers()).toHaveLength(0));
  await waitFor(() => expect(window.history.state).toMatchObject({ guarded: false }));
  await step(0);
  expect(at()).toBe('/page');
  await step(1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  // One that is opened has an entry of its own.
  await user.click(open());
  await waitFor(() => expect(layers()).toHaveLength(1));
  await step(-1);
  expect(layers()).toHaveLength(0);
  expect(at()).toBe('/page');
  await step(-1);
  expect(at()).toBe('/outside');
});

it('goes on after a reload with a layer open', async () => {
  const { user, unmount, router } = type('/page', SheetHost);
  await user.click(open());
  await waitFor(() => expect(layers()).toHaveLength(1));
  unmount();
  router.dispose();
  const again = draw(SheetHost);
  expect(layers()).toHaveLength(0);
  await again.user.click(open());
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

it('comes to the page that is opened while the layer’s entry goes', async () => {
  const { user, router, at } = type('/page', SheetHost);
  await user.click(open());
  await waitFor(() => expect(layers()).toHaveLength(1));
  vi.spyOn(window.history, 'back').mockImplementationOnce(() => {
    // A step begins a moment later: until then, another page may be opened.
    void router.navigate('/elsewhere');
    setTimeout(() => window.history.go(-1));
  });
  await user.click(close());
  await waitFor(() => expect(at()).toBe('/elsewhere'));
  await step(0);
  expect(router.state.location.pathname).toBe('/elsewhere');
  expect(at()).toBe('/elsewhere');
  await step(-1);
  expect(at()).toBe('/page');
});

it('lets a question before a step forward be answered with «leave»', async () => {
  const rule = { blocks: () => true, title: 'ناتمام', body: 'بروم؟', confirm: 'رفتن', cancel: 'ماندن' };
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
