import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SlideRail } from './SlideRail';

const NAMES = ['یک', 'دو', 'سه', 'چهار', 'پنج'];

function Rail({ frozen = false, from = 0 }: { readonly frozen?: boolean; readonly from?: number }): ReactElement {
  const [index, setIndex] = useState(from);
  const slides = NAMES.map((name) => ({
    id: name,
    label: name,
    content: <button type="button">ویرایش {name}</button>,
  }));
  return (
    <>
      <SlideRail id="rail" slides={slides} index={index} frozen={frozen} onIndexChange={setIndex} />
      <button type="button" onClick={() => setIndex(NAMES.length - 1)}>
        آخر
      </button>
    </>
  );
}

/** The slides that are drawn, whether they are in sight or not. */
const drawn = () => NAMES.filter((name) => screen.queryByText(`ویرایش ${name}`) !== null);
const panel = (name: string) => screen.getByRole('tabpanel', { name });
/** Around all slides. */
function railOf(name: string): HTMLElement {
  const found = panel(name).parentElement?.parentElement;
  if (!found) throw new Error('a rail');
  return found;
}

const at = (x: number, y = 0) => ({ pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: y });
/** A finger that is put down, moves sideways and is lifted. */
function swipe(name: string, dx: number): void {
  const rail = railOf(name);
  rail.setPointerCapture = vi.fn();
  fireEvent.pointerEnter(rail);
  fireEvent.pointerDown(rail, at(200));
  fireEvent.pointerMove(rail, at(200 + dx / 2));
  fireEvent.pointerMove(rail, at(200 + dx));
  fireEvent.pointerUp(rail, at(200 + dx));
}

describe('what is drawn', () => {
  it('is the slide on show alone, until somebody comes near', () => {
    render(<Rail from={2} />);
    expect(drawn()).toEqual(['سه']);
    // Every tab has its panel all the same.
    expect(screen.getAllByRole('tabpanel', { hidden: true })).toHaveLength(5);
    fireEvent.pointerEnter(railOf('سه'));
    expect(drawn()).toEqual(['دو', 'سه', 'چهار']);
  });

  it('has the next neighbour ready after each step, and keeps what was there', () => {
    render(<Rail />);
    swipe('یک', 60);
    expect(panel('دو')).toBeVisible();
    expect(drawn()).toEqual(['یک', 'دو', 'سه']);
    swipe('دو', 60);
    expect(drawn()).toEqual(['یک', 'دو', 'سه', 'چهار']);
  });

  it('is there at once when a dot leads far away', async () => {
    const user = userEvent.setup();
    render(<Rail />);
    await user.click(screen.getByRole('button', { name: 'آخر' }));
    expect(within(panel('پنج')).getByRole('button', { name: 'ویرایش پنج' })).toBeVisible();
    expect(drawn()).toEqual(['یک', 'پنج']);
  });
});

describe('swiping', () => {
  it.each([
    [50, 'دو'],
    [49, 'یک'],
    [-60, 'یک'],
    [400, 'دو'],
  ])('by %i px from the first slide ends on «%s»', (dx, name) => {
    render(<Rail />);
    swipe('یک', dx);
    expect(screen.getByRole('tabpanel', { name })).not.toHaveAttribute('inert');
    expect(screen.getAllByRole('tabpanel', { hidden: true }).filter((one) => !one.hasAttribute('inert'))).toHaveLength(
      1,
    );
  });

  it('does not press what lies under the finger', () => {
    render(<Rail />);
    const pressed = vi.fn();
    const button = screen.getByRole('button', { name: 'ویرایش یک' });
    button.addEventListener('click', pressed);
    swipe('یک', -20);
    fireEvent.click(button);
    expect(pressed).not.toHaveBeenCalled();
    fireEvent.click(button);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('is not possible while something is edited', () => {
    render(<Rail frozen />);
    swipe('یک', 100);
    expect(panel('یک')).not.toHaveAttribute('inert');
    fireEvent.keyDown(screen.getByRole('button', { name: 'ویرایش یک' }), { key: 'ArrowLeft' });
    expect(panel('یک')).not.toHaveAttribute('inert');
  });
});

it('goes on by the same keys from the slide that came', async () => {
  const user = userEvent.setup();
  render(<Rail />);
  screen.getByRole('button', { name: 'ویرایش یک' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(panel('دو')).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(panel('چهار')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(panel('یک')).toHaveFocus();
});
