import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { LeaveGuard } from '../app/LeaveGuard';
import { followRouter } from '../shared/navigation/trail';

export interface Opened {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
}

/** A page with a button that opens something. */
export function controlledHost(drawLayer: (props: Opened) => ReactElement): () => ReactElement {
  return function Host() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          باز
        </button>
        {drawLayer({ isOpen, title: 'لایه', onClose: () => setOpen(false) })}
      </>
    );
  };
}

/** A page of a real browser's history, above another one of the same visit. */
export function show(Host: () => ReactElement) {
  window.history.pushState({ idx: 0, key: 'below' }, '', '/below');
  window.history.pushState({ idx: 1, key: 'page' }, '', '/page');
  return draw(Host);
}

/** What lies below a visit is another document: where a step has led there, nobody here hears of it. */
const OUTSIDE = { idx: -1 };
window.addEventListener('popstate', (event) => {
  if ((event.state as { idx?: number } | null)?.idx === OUTSIDE.idx) event.stopImmediatePropagation();
});

/** The page of a typed address, the first of its visit. */
export function type(address: string, Host: () => ReactElement) {
  window.history.pushState(OUTSIDE, '', '/outside');
  window.history.pushState({ idx: 0, key: 'page' }, '', address);
  return draw(Host);
}

/** The page of the entry on show, as a browser loads it. */
export function draw(Host: () => ReactElement) {
  const Root = () => (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  );
  const router = createBrowserRouter([
    {
      Component: Root,
      children: [
        { path: '/page', Component: Host },
        { path: '*', element: <p>زیر</p> },
      ],
    },
  ]);
  onTestFinished(() => router.dispose());
  followRouter(router);
  const { unmount } = render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router, unmount, at: () => window.location.pathname + window.location.search };
}

/** A menu stands in a dialog of its own. */
export const layers = () => [
  ...screen.queryAllByRole('dialog', { hidden: true }),
  ...screen.queryAllByRole('alertdialog', { hidden: true }),
];

/** The browser needs a moment for a step, and another one for the way back. */
export async function step(delta: number): Promise<void> {
  await act(async () => {
    if (delta !== 0) window.history.go(delta);
    // A step that is undone is several, each begun by the one before: on a busy machine one long wait could end among them.
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  });
}
