import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type * as chunks from '../lib/chunks';
import { lazyBlock } from './lazyBlock';
import { lazyLayer } from './lazyLayer';
import { lazyPart, NotYet } from './lazyPart';

// How often it asks before that is told elsewhere, and takes its time.
vi.mock('../lib/chunks', async (original) => ({
  ...(await original<typeof chunks>()),
  loadChunk: <T,>(load: () => Promise<T>) => load(),
}));

const missing = (): Error => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
const back = () => fireEvent(window, new Event('online'));

interface Closable {
  readonly onClose: () => void;
}
const there = ({ onClose }: Closable) => <button onClick={onClose}>sheet</button>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function pageWith(draw: (onClose: () => void) => ReactElement): () => ReactElement {
  return function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="draft" />
        <button onClick={() => setOpen(true)}>open</button>
        {isOpen && draw(() => setOpen(false))}
      </>
    );
  };
}

/** Types something and opens what does not come. */
async function openIn(Page: () => ReactElement) {
  render(<Page />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('draft'), 'unsent');
  await user.click(screen.getByRole('button', { name: 'open' }));
  return user;
}

it('leaves what was typed below when its code does not come, and comes at the next opening', async () => {
  const load = vi.fn(() => Promise.reject<typeof there>(missing()));
  const Sheet = lazyLayer(load);
  const user = await openIn(pageWith((onClose) => <Sheet onClose={onClose} />));
  const told = await screen.findByRole('alertdialog', { name: 'این بخش بارگیری نشد' });
  expect(screen.getByLabelText('draft')).toHaveValue('unsent');

  await user.click(screen.getByRole('button', { name: 'ادامه همین صفحه' }));
  expect(told).not.toBeInTheDocument();
  load.mockResolvedValue(there);
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(await screen.findByRole('button', { name: 'sheet' })).toBeVisible();
  expect(screen.getByLabelText('draft')).toHaveValue('unsent');
});

it('opens by itself when there is a network again, and offers no reload without one', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(() => Promise.reject<typeof there>(missing()));
  const Sheet = lazyLayer(load);
  await openIn(pageWith((onClose) => <Sheet onClose={onClose} waiting={<p>what it covers</p>} />));
  const told = await screen.findByRole('alertdialog', { name: 'این بخش بارگیری نشد' });
  expect(screen.getByText('what it covers')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'بارگذاری دوباره صفحه' })).not.toBeInTheDocument();
  load.mockResolvedValue(there);
  online.mockReturnValue(true);
  back();
  expect(await screen.findByRole('button', { name: 'sheet' })).toBeVisible();
  expect(told).not.toBeInTheDocument();
});

it('of a block says so in its place, and brings it when asked to or by itself', async () => {
  const chart = () => <p>chart</p>;
  const load = vi.fn(() => Promise.reject<typeof chart>(missing()));
  const Chart = lazyBlock(load);
  const user = await openIn(pageWith(() => <Chart />));
  expect(await screen.findByText('این بخش بارگیری نشد')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
  await vi.waitUntil(() => load.mock.calls.length === 2);
  expect(await screen.findByText('این بخش بارگیری نشد')).toBeVisible();
  load.mockResolvedValue(chart);
  back();
  expect(await screen.findByText('chart')).toBeVisible();
  expect(screen.getByLabelText('draft')).toHaveValue('unsent');
});

it('of what nobody misses says nothing, and the page stays', async () => {
  const watch = () => <p>watch</p>;
  const load = vi.fn(() => Promise.reject<typeof watch>(missing()));
  const Watch = lazyPart(load, NotYet);
  await openIn(pageWith(() => <Watch />));
  await vi.waitUntil(() => load.mock.calls.length === 1);
  expect(screen.getByLabelText('draft')).toHaveValue('unsent');
  load.mockResolvedValue(watch);
  // What failed is drawn after the failure.
  await vi.waitFor(() => {
    back();
    expect(screen.getByText('watch')).toBeVisible();
  });
});
