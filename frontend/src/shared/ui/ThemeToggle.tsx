import { Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { useThemeChoice } from '../theme/themeStore';
import { IconButton } from './IconButton';

/** Light or dark; the choice is remembered on this device. `onPicture`: white, for dark grounds. */
export function ThemeToggle({ onPicture = false }: { onPicture?: boolean }): ReactElement {
  const t = useText('common');
  const { name, choose } = useThemeChoice();
  const dark = name === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <IconButton
      label={t(dark ? 'theme.toLight' : 'theme.toDark')}
      icon={<Icon />}
      css={onPicture && { color: 'inherit' }}
      onClick={() => choose(dark ? 'light' : 'dark')}
    />
  );
}
