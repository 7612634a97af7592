import type { Language } from '../lib/locale';
import { readText } from '../lib/storage';

export const LANGUAGE_KEY = 'pishkhan.language';
export const SOURCE: Language = 'fa';

export const isLanguage = (value: unknown): value is Language => value === 'fa' || value === 'en';

/** `?lang=en` chooses a language for this device. */
export function deviceLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get('lang');
  if (isLanguage(asked)) return asked;
  const stored = readText(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : SOURCE;
}
