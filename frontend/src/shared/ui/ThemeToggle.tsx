import { Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { chooseTheme, useThemeName } from '../theme/themeStore';
import { IconButton } from './IconButton';

/** Light or dark; the choice is remembered on this device. `onPicture`: white, for dark grounds. */
export function ThemeToggle({ onPicture = false }: { onPicture?: boolean }): ReactElement {
  const t = useText('common');
  const dark = useThemeName() === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <IconButton
      label={t(dark ? 'theme.toLight' : 'theme.toDark')}
      icon={<Icon />}
      css={onPicture && { color: 'inherit' }}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}
