import { vi } from 'vitest';

/** A screen of 1440 px: every query for a width matches. Until the end of the test. */
export function onDesktop(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.startsWith('(min-width'),
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }));
}
