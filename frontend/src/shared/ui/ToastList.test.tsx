import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastList } from './ToastList';
import { type ToastOptions, toast } from './toastQueue';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const show = (name: 'success' | 'error' | 'info', text: string | string[], duration?: number, more?: ToastOptions) => {
  act(() => {
    toast[name](text, { ...(duration !== undefined && { duration }), ...more });
  });
};
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('toasts', () => {
  it('shows what was said before it was there', () => {
    toast.info('زود');
    const onReady = vi.fn();
    render(<ToastList onReady={onReady} />);
    expect(screen.getByText('زود')).toBeInTheDocument();
    expect(onReady).toHaveBeenCalledWith(true);
  });

  it('says nothing of what was said long before it was there', () => {
    toast.info('زود');
    pass(30_000);
    toast.info('تازه');
    render(<ToastList onReady={vi.fn()} />);
    expect(screen.getByText('تازه')).toBeInTheDocument();
    expect(screen.queryByText('زود')).not.toBeInTheDocument();
  });

  it('goes after its time', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('success', 'ذخیره شد', 2_000);
    pass(1_999);
    expect(screen.getByRole('status')).toHaveTextContent('ذخیره شد');
    pass(1);
    expect(screen.queryByText('ذخیره شد')).not.toBeInTheDocument();
  });

  it('stays five seconds unless told otherwise', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('info', 'خبر');
    pass(4_999);
    expect(screen.getByText('خبر')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('خبر')).not.toBeInTheDocument();
  });

  it('waits while it is touched', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('info', 'خبر', 2_000);
    fireEvent.touchStart(screen.getByText('خبر'));
    pass(60_000);
    expect(screen.getByText('خبر')).toBeInTheDocument();
    fireEvent.touchEnd(screen.getByText('خبر'));
    pass(2_000);
    expect(screen.queryByText('خبر')).not.toBeInTheDocument();
  });

  it('interrupts only for errors, line by line', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('error', ['cellphone: نامعتبر است', 'پیام']);
    expect(screen.getByRole('alert')).toHaveTextContent('cellphone: نامعتبر استپیام');
  });

  it('shows one at a time, the newest: what went wrong comes back, what went well is no news any more', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('error', 'نشد', 3_000);
    show('success', 'شد', 3_000);
    show('info', 'خبر', 3_000);
    expect(screen.getByRole('status')).toHaveTextContent(/^خبر$/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    pass(3_000);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(/^نشد$/);
    pass(3_000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('offers what does not fit into two lines, and stays while it is read', () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(88);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(44);
    render(<ToastList onReady={vi.fn()} />);
    show('error', ['الف: موجودی ندارد', 'ب: موجودی ندارد', 'ج: موجودی ندارد'], 5_000, { thing: 'سفارش' });
    pass(7_999);
    const more = screen.getByRole('button', { name: 'نمایش همه پیام' });
    act(() => more.focus());
    fireEvent.click(more);
    const cross = screen.getByRole('button', { name: 'بستن' });
    expect(cross).toHaveFocus();
    // A finger that scrolls it does not start its clock.
    fireEvent.touchStart(cross);
    fireEvent.touchEnd(cross);
    pass(60_000);
    expect(screen.getByText('ج: موجودی ندارد')).toBeInTheDocument();
    act(() => cross.blur());
    pass(8_000);
    expect(screen.queryByText('ج: موجودی ندارد')).not.toBeInTheDocument();
  });

  it('offers nothing more of what fits', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('error', ['الف', 'ب']);
    expect(screen.queryByRole('button', { name: /نمایش/ })).not.toBeInTheDocument();
  });

  it('says one thing about a thing: the newest', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('error', 'کاله ذخیره نشد', 5_000, { about: 'کاله' });
    show('error', 'پگاه', 5_000);
    pass(4_000);
    show('success', 'کاله ذخیره شد', 5_000, { about: 'کاله' });
    expect(screen.getByText('کاله ذخیره شد')).toBeInTheDocument();
    pass(5_000);
    expect(screen.getByText('پگاه')).toBeInTheDocument();
    pass(5_000);
    expect(screen.queryByText('کاله ذخیره نشد')).not.toBeInTheDocument();
  });

  it('begins with the name of its thing, whose last word it is', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('error', 'ذخیره نشد', 5_000, { thing: 'تنظیمات سفارش' });
    show('success', 'ذخیره شد', 5_000, { thing: 'تنظیمات سفارش' });
    expect(screen.getAllByRole('status')).toHaveLength(1);
    expect(screen.getByRole('status')).toHaveTextContent('تنظیمات سفارشذخیره شد');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('does not stand twice with the same words', () => {
    toast.info('خبر');
    toast.info('خبر');
    render(<ToastList onReady={vi.fn()} />);
    show('info', 'خبر');
    expect(screen.getAllByText('خبر')).toHaveLength(1);
  });

  it('stands below a field that is typed into where it would be', () => {
    const high = document.createElement('input');
    const low = document.createElement('textarea');
    document.body.append(high, low);
    vi.spyOn(high, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 4, 300, 44));
    vi.spyOn(low, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 300, 300, 44));
    render(<ToastList onReady={vi.fn()} />);
    high.focus();
    show('info', 'یک');
    expect(screen.getByRole('alertdialog')).toHaveStyle({ marginBlockStart: '48px' });
    low.focus();
    show('info', 'دو');
    expect(screen.getByRole('alertdialog')).toHaveStyle({ marginBlockStart: '0px' });
    high.remove();
    low.remove();
  });

  it('goes when it is not true any more', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('error', 'بارگذاری نشد');
    act(() => {
      toast.dismiss('بارگذاری نشد');
    });
    expect(screen.queryByText('بارگذاری نشد')).not.toBeInTheDocument();
  });

  it('offers undo for eight seconds at least, once', () => {
    const onAction = vi.fn();
    render(<ToastList onReady={vi.fn()} />);
    show('success', 'کاله حذف شد', 5_000, { action: { label: 'بازگرداندن', onAction } });
    pass(7_999);
    fireEvent.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    expect(onAction).toHaveBeenCalledOnce();
    expect(screen.queryByText('کاله حذف شد')).not.toBeInTheDocument();
    show('success', 'پگاه حذف شد', 5_000, { action: { label: 'بازگرداندن', onAction } });
    pass(8_000);
    expect(screen.queryByText('پگاه حذف شد')).not.toBeInTheDocument();
  });

  it('is closed by its button', () => {
    render(<ToastList onReady={vi.fn()} />);
    show('info', 'خبر');
    fireEvent.click(screen.getByRole('button', { name: 'بستن' }));
    expect(screen.queryByText('خبر')).not.toBeInTheDocument();
  });
});
