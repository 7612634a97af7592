import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InfiniteList, type InfiniteListProps } from './InfiniteList';

let sentinels: FakeObserver[] = [];

/** Remembers what it watches; `seen` is the moment the end of the list comes near. */
class FakeObserver {
  watching = false;
  private readonly callback: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(callback: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.callback = callback;
    sentinels.push(this);
  }
  observe(): void {
    this.watching = true;
  }
  disconnect(): void {
    this.watching = false;
  }
  seen(): void {
    if (this.watching) act(() => this.callback([{ isIntersecting: true }]));
  }
}

const scrollToEnd = () => {
  for (const sentinel of sentinels) sentinel.seen();
};

beforeEach(() => {
  sentinels = [];
  vi.stubGlobal('IntersectionObserver', FakeObserver);
});

const onLoadMore = vi.fn();

function List(props: Partial<InfiniteListProps<string>>): ReactElement {
  return (
    <InfiniteList
      label="مشتریان"
      items={['الف', 'ب']}
      keyOf={(item) => item}
      renderItem={(item) => <article>{item}</article>}
      hasMore
      isFetching={false}
      onLoadMore={onLoadMore}
      empty={<p>یافت نشد</p>}
      {...props}
    />
  );
}

describe('InfiniteList', () => {
  beforeEach(() => {
    // On its way until a test lets it come.
    onLoadMore.mockReset().mockReturnValue(new Promise(() => undefined));
  });

  it('waits with the next page while what is there is read again', () => {
    const { rerender } = render(<List isRefreshing />);
    scrollToEnd();
    expect(onLoadMore).not.toHaveBeenCalled();
    rerender(<List />);
    scrollToEnd();
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });

  it('asks for one page, however often its end is seen', () => {
    const { rerender } = render(<List />);
    scrollToEnd();
    scrollToEnd();
    expect(onLoadMore).toHaveBeenCalledTimes(1);
    rerender(<List isFetching />);
    scrollToEnd();
    expect(onLoadMore).toHaveBeenCalledTimes(1);
    rerender(<List items={['الف', 'ب', 'پ']} />);
    scrollToEnd();
    expect(onLoadMore).toHaveBeenCalledTimes(2);
    expect(sentinels.filter((sentinel) => sentinel.watching)).toHaveLength(0);
  });

  it('asks for the page after one that came at once, without having been seen on its way', async () => {
    let arrive = (): void => undefined;
    onLoadMore.mockImplementation(() => new Promise<void>((resolve) => (arrive = resolve)));
    const { rerender } = render(<List />);
    scrollToEnd();
    rerender(<List items={['الف', 'ب', 'پ']} />);
    scrollToEnd();
    expect(onLoadMore).toHaveBeenCalledTimes(1);
    await act(() => {
      arrive();
      return Promise.resolve();
    });
    scrollToEnd();
    expect(onLoadMore).toHaveBeenCalledTimes(2);
  });

  it('ends with one marker and watches nothing', () => {
    render(<List hasMore={false} />);
    expect(screen.getAllByText('پایان فهرست')).toHaveLength(1);
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(sentinels).toHaveLength(0);
  });

  it('says that there is nothing', () => {
    render(<List items={[]} hasMore={false} />);
    expect(screen.getByText('یافت نشد')).toBeVisible();
    expect(screen.queryByText('پایان فهرست')).not.toBeInTheDocument();
  });

  it('keeps the list when a later page fails, and retries on demand only', async () => {
    const user = userEvent.setup();
    const onRetry = vi.fn();
    render(<List errorLines={['خطا در بارگذاری اطلاعات']} onRetry={onRetry} />);
    scrollToEnd();
    expect(onLoadMore).not.toHaveBeenCalled();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('has a button where nothing can be observed', async () => {
    vi.stubGlobal('IntersectionObserver', undefined);
    const user = userEvent.setup();
    render(<List />);
    await user.click(screen.getByRole('button', { name: 'نمایش بیشتر' }));
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });
});
