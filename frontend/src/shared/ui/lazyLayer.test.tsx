import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyLayer } from './lazyLayer';

const missing = (): Error => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });

it('leaves what was typed below when its code does not come, and comes at the next opening', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const there = ({ onClose }: { readonly onClose: () => void }) => <button onClick={onClose}>sheet</button>;
  const load = vi.fn(() => Promise.reject<typeof there>(missing()));
  const Sheet = lazyLayer(load);
  function Page(): ReactElement {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input aria-label="draft" />
        <button onClick={() => setOpen(true)}>open</button>
        {open && <Sheet onClose={() => setOpen(false)} />}
      </>
    );
  }
  render(<Page />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('draft'), 'unsent');
  await user.click(screen.getByRole('button', { name: 'open' }));
  const told = await screen.findByRole('alertdialog', { name: 'این بخش بارگیری نشد' });
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.getByLabelText('draft')).toHaveValue('unsent');

  await user.click(screen.getByRole('button', { name: 'ادامه همین صفحه' }));
  expect(told).not.toBeInTheDocument();
  load.mockResolvedValue(there);
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(await screen.findByRole('button', { name: 'sheet' })).toBeVisible();
  expect(screen.getByLabelText('draft')).toHaveValue('unsent');
});
