import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { TextArea } from './TextArea';

function Held({ start }: { readonly start: string }): ReactElement {
  const [value, setValue] = useState(start);
  return <TextArea label="متن" maxLength={5} value={value} onValueChange={setValue} />;
}

async function openArea(start: string) {
  const user = userEvent.setup();
  render(<Held start={start} />);
  const area = screen.getByLabelText('متن');
  await user.click(area);
  return { user, area };
}

describe('TextArea', () => {
  it('takes no more than fits, wherever it is typed, and says so', async () => {
    const { user, area } = await openArea('سلام!');
    expect(screen.getByRole('status')).toHaveTextContent('بیش از ۵ نویسه جا نمی‌شود. ۵ از ۵');
    await user.keyboard('{Home}ب');
    // Nothing fell off at the end for what was typed at the beginning.
    expect(area).toHaveValue('سلام!');
    await user.keyboard('{End}{Backspace}');
    expect(screen.getByRole('status')).toHaveTextContent(/^۴ از ۵$/);
  });

  it('takes nothing of a pasted text that is too long, and says by how much', async () => {
    const { user, area } = await openArea('سلام');
    await user.paste('دنیا');
    expect(area).toHaveValue('سلام');
    expect(screen.getByRole('status')).toHaveTextContent('۳ نویسه بلندتر');
    await user.paste('!');
    expect(area).toHaveValue('سلام!');
  });

  it('lets a text that is too long become shorter', async () => {
    const { user, area } = await openArea('سلام دنیا');
    await user.keyboard('{Backspace}');
    expect(area).toHaveValue('سلام دنی');
  });
});
