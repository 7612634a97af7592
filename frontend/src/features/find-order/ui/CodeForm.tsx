import styled from '@emotion/styled';
import { Search } from 'lucide-react';
import { type ReactElement, type SyntheticEvent, useRef, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { TextField } from '../../../shared/ui/TextField';
import { orderCodeOf } from '../model/orderCode';

interface CodeFormProps {
  /** The code of the page's results. */
  readonly start: string | null;
  readonly onFind: (code: string) => void;
}

/** One field for an order's code, read from paper or heard on the telephone. */
export function CodeForm({ start, onFind }: CodeFormProps): ReactElement {
  const t = useText('findOrder');
  const [text, setText] = useState(localDigits(start ?? ''));
  const [wrong, setWrong] = useState(false);
  const [lastStart, setLastStart] = useState(start);
  // A code from elsewhere (Back, a recent one) goes into the field as well; the focus does not move.
  if (start !== lastStart) {
    setLastStart(start);
    setText(localDigits(start ?? ''));
    setWrong(false);
  }
  const field = useRef<HTMLInputElement>(null);
  const code = orderCodeOf(text);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setWrong(code === null);
    if (code === null) {
      field.current?.focus();
      return;
    }
    setText(localDigits(code));
    onFind(code);
  };

  return (
    <Form role="search" noValidate onSubmit={submit}>
      <CodeField
        ref={field}
        label={t('code')}
        description={t('codeHint')}
        error={wrong ? t(text.trim() === '' ? 'codeMissing' : 'codeWrong') : undefined}
        value={text}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        placeholder={t('codeExample')}
        startSlot={<Search />}
        onValueChange={(typed) => {
          setWrong(false);
          setText(localDigits(typed));
        }}
      />
      <Button type="submit" size="lg" fullWidth>
        {t('find')}
      </Button>
    </Form>
  );
}

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

const CodeField = styled(TextField)({ textAlign: 'start' });
