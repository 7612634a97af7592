import type { EventEmitter } from 'node:events';
import { waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentLanguage, loadNamespaces, setLanguage, switchLanguage } from './i18n';

const root = document.documentElement;

afterEach(() => {
  i18next.options.fallbackLng = false;
});

describe('the language', () => {
  it('is Persian, right to left, and English is not fetched', () => {
    expect(currentLanguage()).toBe('fa');
    expect(root).toHaveAttribute('dir', 'rtl');
    expect(i18next.hasResourceBundle('en', 'common')).toBe(false);
  });

  it('brings along what was asked for before it changed', async () => {
    await loadNamespaces(['auth']);
    await setLanguage('en');
    expect(root).toHaveAttribute('lang', 'en');
    expect(root).toHaveAttribute('dir', 'ltr');
    expect(i18next.t('enter', { ns: 'auth' })).toBe('Log in');
    await setLanguage('fa');
    expect(root).toHaveAttribute('dir', 'rtl');
    expect(i18next.t('enter', { ns: 'auth' })).toBe('ورود');
  });

  it('begins a page with a hash anew when it is switched', () => {
    window.history.replaceState(null, '', '/set-password#link');
    // jsdom cannot load a page, and says so.
    const { virtualConsole } = (globalThis as unknown as { jsdom: { virtualConsole: EventEmitter } }).jsdom;
    const said = vi.spyOn(virtualConsole, 'emit').mockReturnValue(true);
    switchLanguage('en');
    expect(said).toHaveBeenCalledWith('jsdomError', expect.objectContaining({ type: 'not-implemented' }));
  });

  it('lets English stand in for a Persian text that is missing', async () => {
    const texts = i18next.getResourceBundle('fa', 'home') as object | undefined;
    expect(texts).toBeUndefined();
    i18next.addResourceBundle('fa', 'home', {});
    i18next.t('title', { ns: 'home' });
    await waitFor(() => {
      expect(i18next.t('title', { ns: 'home' })).toBe('Home');
    });
    i18next.removeResourceBundle('fa', 'home');
  });
});
