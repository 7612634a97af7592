import { Eye, EyeOff } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useText } from '../i18n/useText';
import { IconButton } from './IconButton';
import { TextField, type TextFieldProps } from './TextField';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'endSlot'> {
  readonly autoComplete?: 'current-password' | 'new-password' | 'off';
}

/** A password with a show/hide button. */
export function PasswordField({ autoComplete = 'current-password', ...rest }: PasswordFieldProps): ReactElement {
  const t = useText('ui');
  const [shown, setShown] = useState(false);
  const EyeIcon = shown ? EyeOff : Eye;
  return (
    <TextField
      dir="ltr"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      endSlot={
        <IconButton
          label={t(shown ? 'hidePassword' : 'showPassword')}
          icon={<EyeIcon />}
          aria-pressed={shown}
          disabled={rest.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
