import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { TypeToConfirm } from './TypeToConfirm';

const setup = (phrase = 'فعال') => {
  const onConfirm = vi.fn();
  const dialog = (isOpen: boolean) => (
    <TypeToConfirm
      isOpen={isOpen}
      onClose={vi.fn()}
      onConfirm={onConfirm}
      title="وضعیت فروشگاه"
      phrase={phrase}
      confirmLabel="انجام"
    />
  );
  return { ...render(dialog(true)), dialog, onConfirm, user: userEvent.setup() };
};

const field = () => screen.getByRole('textbox', { name: 'عبارت تأیید' });
const button = () => screen.getByRole('button', { name: 'انجام' });

describe('TypeToConfirm', () => {
  it.each(['فعا', 'غیرفعال', 'فعال۲', 'ف عال'])('does not take «%s» for «فعال»', async (typed) => {
    const { user, onConfirm } = setup();
    await user.type(field(), `${typed}{Enter}`);
    await user.click(button());
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('does not fold letters', async () => {
    const { user, onConfirm } = setup('کیک');
    await user.type(field(), 'كيك{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('takes the phrase itself, with spaces around it, by button and by Enter', async () => {
    const { user, onConfirm } = setup();
    await user.type(field(), ' فعال ');
    expect(button()).not.toHaveAttribute('aria-disabled');
    await user.click(button());
    await user.type(field(), '{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  it('starts in the field and forgets it when closed', async () => {
    const { user, rerender, dialog } = setup();
    expect(field()).toHaveFocus();
    await user.type(field(), 'فعال');
    rerender(dialog(false));
    rerender(dialog(true));
    expect(field()).toHaveValue('');
  });
});
