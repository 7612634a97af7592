import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Sheet } from './Sheet';

/** Pulls the handle down by so many px. */
function pull(by: number): HTMLElement {
  const dialog = screen.getByRole('dialog', { name: 'برگه' });
  const paper = dialog.closest<HTMLElement>('[style*="--sheet-width"]');
  const handle = paper?.querySelector<HTMLElement>('[aria-hidden="true"]');
  if (!paper || !handle) throw new Error('a sheet with a handle');
  handle.setPointerCapture = () => undefined;
  fireEvent.pointerDown(handle, { clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientY: 100 + by, pointerId: 1 });
  expect(paper.style.translate).toBe(`0 ${by}px`);
  fireEvent.pointerUp(handle, { clientY: 100 + by, pointerId: 1 });
  return paper;
}

it('closes when it is pulled far enough, and not before', () => {
  const onClose = vi.fn();
  render(
    <Sheet isOpen title="برگه" onClose={onClose}>
      متن
    </Sheet>,
  );
  expect(pull(90).style.translate).toBe('');
  expect(onClose).not.toHaveBeenCalled();
  pull(97);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('springs back when it may not close', async () => {
  render(
    <Sheet isOpen title="برگه" onClose={() => undefined}>
      متن
    </Sheet>,
  );
  const paper = pull(200);
  await waitFor(() => expect(paper.style.translate).toBe(''));
});
