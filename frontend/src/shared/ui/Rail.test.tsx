import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rail } from './Rail';

const NAMES = ['یک', 'دو', 'سه', 'چهار', 'پنج'];

interface TypesProps {
  readonly frozen?: boolean;
  readonly from?: number;
  readonly onInSight?: (index: number | null) => void;
}

function Types({ frozen = false, from = 0, onInSight }: TypesProps): ReactElement {
  const [index, setIndex] = useState(from);
  const slides = NAMES.map((name) => ({
    id: name,
    label: name,
    content: <button type="button">ویرایش {name}</button>,
  }));
  return (
    <>
      <Rail
        id="rail"
        slides={slides}
        index={index}
        frozen={frozen}
        onIndexChange={setIndex}
        {...(onInSight && { onInSight })}
      />
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
    render(<Types from={2} />);
    expect(drawn()).toEqual(['سه']);
    // Every tab has its panel all the same.
    expect(screen.getAllByRole('tabpanel', { hidden: true })).toHaveLength(5);
    fireEvent.pointerEnter(railOf('سه'));
    expect(drawn()).toEqual(['دو', 'سه', 'چهار']);
  });

  it('has the next neighbour ready after each step, and keeps what was there', () => {
    render(<Types />);
    swipe('یک', 60);
    expect(panel('دو')).toBeVisible();
    expect(drawn()).toEqual(['یک', 'دو', 'سه']);
    swipe('دو', 60);
    expect(drawn()).toEqual(['یک', 'دو', 'سه', 'چهار']);
  });

  it('is there at once when a dot leads far away', async () => {
    const user = userEvent.setup();
    render(<Types />);
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
    render(<Types />);
    swipe('یک', dx);
    expect(screen.getByRole('tabpanel', { name })).not.toHaveAttribute('inert');
    expect(screen.getAllByRole('tabpanel', { hidden: true }).filter((one) => !one.hasAttribute('inert'))).toHaveLength(
      1,
    );
  });

  it('does not press what lies under the finger', () => {
    render(<Types />);
    const pressed = vi.fn();
    const button = screen.getByRole('button', { name: 'ویرایش یک' });
    button.addEventListener('click', pressed);
    swipe('یک', -20);
    fireEvent.click(button);
    expect(pressed).not.toHaveBeenCalled();
    fireEvent.click(button);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('begins after 10 px: less is a press', () => {
    render(<Types />);
    const pressed = vi.fn();
    const button = screen.getByRole('button', { name: 'ویرایش یک' });
    button.addEventListener('click', pressed);
    swipe('یک', 9);
    fireEvent.click(button);
    expect(pressed).toHaveBeenCalledOnce();
    swipe('یک', 10);
    fireEvent.click(button);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('counts the slide of which more than half is in sight as the current one, until it is let go', () => {
    const seen: (number | null)[] = [];
    render(<Types onInSight={(index) => seen.push(index)} />);
    const rail = railOf('یک');
    rail.setPointerCapture = vi.fn();
    vi.spyOn(rail, 'clientWidth', 'get').mockReturnValue(300);
    fireEvent.pointerDown(rail, at(0));
    for (const x of [150, 151, 20]) fireEvent.pointerMove(rail, at(x));
    fireEvent.pointerUp(rail, at(20));
    expect(seen).toEqual([0, 1, 0, null]);
  });

  it('is not possible while something is edited', () => {
    render(<Types frozen />);
    swipe('یک', 100);
    expect(panel('یک')).not.toHaveAttribute('inert');
    fireEvent.keyDown(screen.getByRole('button', { name: 'ویرایش یک' }), { key: 'ArrowLeft' });
    expect(panel('یک')).not.toHaveAttribute('inert');
  });
});

it('goes on by the same keys from the slide that came', async () => {
  const user = userEvent.setup();
  render(<Types />);
  screen.getByRole('button', { name: 'ویرایش یک' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(panel('دو')).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(panel('چهار')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(panel('یک')).toHaveFocus();
});

describe('cards of which several are in sight', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const cards = ['الف', 'ب', 'پ'].map((name) => ({ id: name, content: <p>{name}</p> }));

  it('count as current when four fifths of them are in sight', () => {
    let report: IntersectionObserverCallback = () => undefined;
    let threshold: unknown;
    class Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        report = callback;
        threshold = options?.threshold;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    const onIndexChange = vi.fn();
    render(<Rail layout="scroll" label="تخفیف‌ها" slides={cards} index={0} onIndexChange={onIndexChange} />);
    const comes = (index: number, intersectionRatio: number) => {
      const target = screen.getAllByRole('listitem')[index];
      report([{ target, intersectionRatio } as unknown as IntersectionObserverEntry], {} as IntersectionObserver);
    };
    expect(threshold).toBe(0.8);
    comes(1, 0.79);
    expect(onIndexChange).not.toHaveBeenCalled();
    comes(1, 0.8);
    expect(onIndexChange).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('are scrolled to where the index says, and not again to where the finger has left them', () => {
    const scrolled = vi.fn();
    Element.prototype.scrollBy = scrolled;
    const { rerender } = render(<Rail layout="scroll" label="تخفیف‌ها" slides={cards} index={0} />);
    expect(scrolled).not.toHaveBeenCalled();
    rerender(<Rail layout="scroll" label="تخفیف‌ها" slides={cards} index={2} />);
    expect(scrolled).toHaveBeenCalledOnce();
    rerender(<Rail layout="scroll" label="تخفیف‌ها" slides={cards} index={2} />);
    expect(scrolled).toHaveBeenCalledOnce();
  });
});
