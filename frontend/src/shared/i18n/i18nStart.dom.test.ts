import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import type * as chunks from '../lib/chunks';
import { LANGUAGE_KEY } from './deviceLanguage';
import { startI18n } from './i18n';

vi.mock('../lib/chunks', async (original) => ({
  ...(await original<typeof chunks>()),
  loadChunk: <T>(load: () => Promise<T>) => load(),
}));
vi.mock('./locales/en/errors.json', () => ({
  get default(): never {
    throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
  },
}));

it('starts in Persian when the texts of the chosen language do not come, and keeps the choice', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  window.localStorage.setItem(LANGUAGE_KEY, 'en');
  await startI18n();
  expect(i18next.language).toBe('fa');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(window.localStorage.getItem(LANGUAGE_KEY)).toBe('en');
});
