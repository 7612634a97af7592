import { Eye, EyeOff } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useText } from '../i18n/useText';
import { IconButton } from './IconButton';
import { TextField, type TextFieldProps } from './TextField';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'endSlot'> {
  readonly autoComplete?: 'current-password' | 'new-password' | 'off';
}

/** A password with a show/hide button. */
export function PasswordField({ autoComplete = 'current-password', ...rest }: PasswordFieldProps): ReactElement {
  const t = useText('ui');
  const [visible, setVisible] = useState(false);
  const EyeIcon = visible ? EyeOff : Eye;
  return (
    <TextField
      dir="ltr"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={visible ? 'text' : 'password'}
      autoComplete={autoComplete}
      endSlot={
        <IconButton
          label={t(visible ? 'hidePassword' : 'showPassword')}
          icon={<EyeIcon />}
          aria-pressed={visible}
          disabled={rest.disabled}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
