import { useStorePart } from '../hooks/useStore';
import { readText, removeText, writeText } from '../lib/storage';
import { moduleStore } from '../lib/store';
import { dark, light } from './palettes';

export type ThemeName = 'light' | 'dark';
/** `system` follows `prefers-color-scheme`; a choice is remembered on this device. */
export type ThemeChoice = ThemeName | 'system';

/** Also read by public/theme-boot.js, before the first paint. */
export const THEME_KEY = 'pishkhan.theme';

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function storedChoice(): ThemeChoice {
  const stored = readText(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const theme = moduleStore<{ readonly choice?: ThemeChoice }>(() => ({}));

export const getThemeChoice = (): ThemeChoice => theme.get().choice ?? storedChoice();

export function getThemeName(): ThemeName {
  const wanted = getThemeChoice();
  if (wanted !== 'system') return wanted;
  return systemDark().matches ? 'dark' : 'light';
}

/** Writes the theme on <html> and in the browser's own chrome (scroll bars, address bar). */
function apply(): void {
  const name = getThemeName();
  const root = document.documentElement;
  const background = (name === 'dark' ? dark : light).bg;
  root.dataset['theme'] = name;
  root.style.colorScheme = name;
  root.style.backgroundColor = background;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background);
}

function follow(choice = getThemeChoice()): void {
  theme.set({ choice });
  apply();
}

export function setThemeChoice(next: ThemeChoice): void {
  if (next === 'system') removeText(THEME_KEY);
  else writeText(THEME_KEY, next);
  follow(next);
}

/** Call once at start: applies the theme, then follows the system and the other tabs. Returns the undo. */
export function startTheme(): () => void {
  apply();
  const system = systemDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) follow(storedChoice());
  };
  const onSystem = (): void => follow();
  system.addEventListener('change', onSystem);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', onSystem);
    window.removeEventListener('storage', onStorage);
  };
}

/** The theme in use, the user's choice, and the setter. */
export function useThemeChoice(): { name: ThemeName; choice: ThemeChoice; choose: (next: ThemeChoice) => void } {
  return {
    name: useStorePart(theme, getThemeName),
    choice: useStorePart(theme, getThemeChoice),
    choose: setThemeChoice,
  };
}
