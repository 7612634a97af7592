import { useStorePart } from '../hooks/useStore';
import { readText, writeText } from '../lib/storage';
import { moduleStore } from '../lib/store';
import { dark, light } from './palettes';

export type ThemeName = 'light' | 'dark';

/** Also read by public/theme-boot.js, before the first paint. */
export const THEME_KEY = 'pishkhan.theme';

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What the user chose on this device; null follows `prefers-color-scheme`. */
function storedChoice(): ThemeName | null {
  const stored = readText(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

const theme = moduleStore<{ readonly choice?: ThemeName | null }>(() => ({}));

function getChoice(): ThemeName | null {
  const { choice = storedChoice() } = theme.get();
  return choice;
}

const getThemeName = (): ThemeName => getChoice() ?? (systemDark().matches ? 'dark' : 'light');

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

function follow(choice: ThemeName | null): void {
  theme.set({ choice });
  apply();
}

/** The choice is remembered on this device. */
export function chooseTheme(next: ThemeName): void {
  writeText(THEME_KEY, next);
  follow(next);
}

/** Call once at start: applies the theme, then follows the system and the other tabs. Returns the undo. */
export function startTheme(): () => void {
  apply();
  const system = systemDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) follow(storedChoice());
  };
  const onSystem = () => follow(getChoice());
  system.addEventListener('change', onSystem);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', onSystem);
    window.removeEventListener('storage', onStorage);
  };
}

/** The theme in use. */
export const useThemeName = (): ThemeName => useStorePart(theme, getThemeName);
