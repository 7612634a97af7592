import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';

function Held({ onConfirm = () => undefined, ...rest }: Partial<ConfirmDialogProps>): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        پرسش
      </button>
      <ConfirmDialog
        title="حذف سفارش"
        confirmLabel="حذف"
        {...rest}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false);
          onConfirm();
        }}
      >
        مطمئن هستید؟
      </ConfirmDialog>
    </>
  );
}

const openButton = () => screen.getByRole('button', { name: 'پرسش' });

describe('ConfirmDialog', () => {
  it('starts on the harmless answer, keeps the focus inside and gives it back', async () => {
    const user = userEvent.setup();
    render(<Held tone="danger" />);
    await user.click(openButton());
    expect(await screen.findByRole('alertdialog', { name: 'حذف سفارش' })).toBeVisible();
    const cancel = screen.getByRole('button', { name: 'انصراف' });
    const confirmButton = screen.getByRole('button', { name: 'حذف' });
    expect(cancel).toHaveFocus();
    await user.tab();
    expect(confirmButton).toHaveFocus();
    await user.tab();
    expect(cancel).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await waitFor(() => expect(openButton()).toHaveFocus());
  });

  it('starts on the answer itself when nothing is destroyed', async () => {
    const user = userEvent.setup();
    const onConfirm = vi.fn();
    render(<Held onConfirm={onConfirm} />);
    await user.click(openButton());
    expect(await screen.findByRole('button', { name: 'حذف' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('cannot be left while the action runs', async () => {
    const user = userEvent.setup();
    const onConfirm = vi.fn();
    render(<Held busy onConfirm={onConfirm} />);
    await user.click(openButton());
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'حذف' }));
    expect(screen.getByRole('alertdialog')).toBeVisible();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
