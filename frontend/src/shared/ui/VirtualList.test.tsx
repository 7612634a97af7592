import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { drawn, LINE, layOut, offsetOf, scrollPageTo as scrollPage } from '../../testing/layout';
import { VirtualList, type VirtualListProps } from './VirtualList';

interface Thing {
  readonly id: string;
}
const STEP = LINE + 16;
const things = (count: number): readonly Thing[] => Array.from({ length: count }, (_, index) => ({ id: `t${index}` }));
const renderItem = vi.fn(({ id }: Thing) => (
  <article>
    <a href={`#${id}`}>{id}</a>
  </article>
));
const onLoadMore = vi.fn();

function List(props: Partial<VirtualListProps<Thing>>): ReactElement {
  return (
    <MemoryRouter initialEntries={['/before', '/list']}>
      <VirtualList
        label="چیزها"
        items={things(1_000)}
        renderItem={renderItem}
        estimate={LINE}
        isFetching={false}
        onLoadMore={onLoadMore}
        empty={<p>یافت نشد</p>}
        {...props}
      />
    </MemoryRouter>
  );
}

const link = (name: string) => screen.getByRole('link', { name });
const places = () => [...drawn().keys()];

beforeEach(() => {
  layOut();
  renderItem.mockClear();
  onLoadMore.mockReset();
});

it('draws what is near the screen, and says of how many each one is', async () => {
  render(<List />);
  expect(places()).toEqual([1, 2, 3, 4, 5]);
  await scrollPage(500 * STEP);
  expect(places()).toEqual([497, 498, 499, 500, 501, 502, 503, 504, 505]);
  expect(drawn().get(500)).toHaveAttribute('aria-setsize', '1000');
  expect(screen.getByRole('list', { name: 'چیزها' })).toHaveStyle({ blockSize: `${1_000 * STEP - 16}px` });
});

it('draws no item twice while it is scrolled or drawn again', async () => {
  const items = things(1_000);
  const { rerender } = render(<List items={items} />);
  await scrollPage(2 * STEP);
  const before = renderItem.mock.calls.length;
  expect(before).toBe(places().length);
  rerender(<List items={items} errorLines={['خطا']} />);
  expect(renderItem).toHaveBeenCalledTimes(before);
});

it('asks for the next page when its end is near, once, and not while something is on its way or has failed', async () => {
  const { rerender } = render(<List items={things(10)} hasMore />);
  expect(onLoadMore).not.toHaveBeenCalled();
  rerender(<List items={things(10)} hasMore isFetching />);
  await scrollPage(6 * STEP);
  expect(onLoadMore).not.toHaveBeenCalled();
  rerender(<List items={things(10)} hasMore errorLines={['خطا']} />);
  expect(onLoadMore).not.toHaveBeenCalled();
  rerender(<List items={things(10)} hasMore />);
  await scrollPage(7 * STEP);
  expect(onLoadMore).toHaveBeenCalledTimes(1);
  rerender(<List items={things(20)} hasMore />);
  expect(onLoadMore).toHaveBeenCalledTimes(1);
});

it('ends with one marker, says that there is nothing, and keeps what it has beside a failure', async () => {
  const onRetry = vi.fn();
  const { rerender } = render(<List items={things(2)} />);
  expect(screen.getAllByText('پایان فهرست')).toHaveLength(1);
  rerender(<List items={[]} />);
  expect(screen.getByText('یافت نشد')).toBeVisible();
  rerender(<List items={things(2)} errorLines={['خطا']} onRetry={onRetry} />);
  expect(places()).toEqual([1, 2]);
  await userEvent.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('keeps what is on the screen where it is when items come and go above it', async () => {
  const { rerender } = render(<List />);
  await scrollPage(500 * STEP + 70);
  const before = offsetOf(link('t500'));
  rerender(<List items={[{ id: 'new' }, ...things(1_000).slice(0, 900)]} />);
  await act(async () => Promise.resolve());
  expect(offsetOf(link('t500'))).toBe(before);
  // The first one on the screen has moved to the top: its neighbours stay.
  rerender(
    <List
      items={[{ id: 't498' }, { id: 't499' }, ...things(1_000).filter(({ id }) => id !== 't498' && id !== 't499')]}
    />,
  );
  await act(async () => Promise.resolve());
  expect(offsetOf(link('t500'))).toBe(before);
});

it('stays at its top, and shows what is new there', async () => {
  const { rerender } = render(<List />);
  rerender(<List items={[{ id: 'new' }, ...things(1_000)]} />);
  await act(async () => Promise.resolve());
  expect(window.scrollY).toBe(0);
  expect(drawn().get(1)).toHaveTextContent('new');
});

it('begins at its top with another name', async () => {
  const { rerender } = render(<List name="a" />);
  await scrollPage(500 * STEP);
  rerender(<List name="b" items={things(999)} />);
  await act(async () => Promise.resolve());
  expect(drawn().has(1)).toBe(true);
});

it('is walked by Home, End, PageUp and PageDown', async () => {
  const user = userEvent.setup();
  render(<List />);
  act(() => link('t0').focus());
  await user.keyboard('{PageDown}');
  expect(link('t2')).toHaveFocus();
  await user.keyboard('{End}');
  expect(link('t999')).toHaveFocus();
  await user.keyboard('{PageUp}');
  expect(document.activeElement).toHaveTextContent(/^t99[5-7]$/);
  await user.keyboard('{Home}');
  expect(link('t0')).toHaveFocus();
});

it('never loses the focus: its item stays when it is scrolled away, and a neighbour takes it when it leaves', async () => {
  const { rerender } = render(<List />);
  act(() => link('t3').focus());
  await scrollPage(500 * STEP);
  expect(link('t3')).toHaveFocus();
  expect(places()[0]).toBe(4);
  rerender(<List items={things(1_000).filter(({ id }) => id !== 't3')} />);
  expect(link('t4')).toHaveFocus();
});

it('begins at a given item of several columns, also when all of it is there at once', async () => {
  const onStarted = vi.fn();
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(50 * STEP);
  // (390 + 16) px hold two cards of 150 px and their gaps.
  render(<List items={things(100)} column={150} startId="t24" onStarted={onStarted} />);
  await act(() => Promise.resolve());
  expect(onStarted).toHaveBeenCalledTimes(1);
  // The lines have one header of 300 px above them.
  expect(window.scrollY).toBe(300 + 12 * STEP);
});
