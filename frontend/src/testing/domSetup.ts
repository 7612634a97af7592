import '@testing-library/jest-dom/vitest';
import '../shared/i18n/racStrings';
import createCache from '@emotion/cache';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../shared/i18n/i18n';
import { clearTab } from '../shared/lib/tabStorage';
import { server } from './server';

// Two busy cores: a page with lazy code, texts and a session check takes more than the default second.
configure({ asyncUtilTimeout: 8000 });

/**
 * Whenever a role, a name or a visibility is asked for, jsdom reads every declaration of every rule that matches: a
 * third of a page test. Only these can change an answer.
 */
const TELLING = /^\s*(display|visibility|opacity|pointer-events|content):/;
const tellingOf = (rule: string): string =>
  rule.replace(
    /\{([^{}]*)\}/g,
    (_, body: string) =>
      `{${body
        .split(';')
        .filter((declaration) => TELLING.test(declaration))
        .join(';')}}`,
  );
const sheets = Object.getPrototypeOf(createCache({ key: 't' }).sheet) as { insert: (rule: string) => void };
const { insert } = sheets;
sheets.insert = function insertTelling(rule) {
  const telling = tellingOf(rule);
  if (/\{[^{}]+\}/.test(telling)) insert.call(this, telling);
};

class SilentObserver {
  observe(): void {
    /* jsdom has no layout to observe. */
  }
  unobserve(): void {
    /* see observe */
  }
  disconnect(): void {
    /* see observe */
  }
}

vi.stubGlobal('ResizeObserver', SilentObserver);
// Nor fonts: all are there at once.
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { ready: Promise.resolve(), load: () => Promise.resolve([]) },
});
vi.stubGlobal('scrollTo', () => undefined);
// jsdom has no layout to scroll, and leaves the methods out.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollBy = () => undefined;
// Nor does it know the browser's own dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

/** jsdom has no media queries: nothing matches, as on a phone in the light theme. */
const noMedia = (query: string) => ({
  media: query,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});

const SOURCES = new URL('..', import.meta.url).pathname;

/** Takes off the page what the file and its modules listen for; a library listens once for all, and stays. */
function watchListeners(): () => void {
  const undo: (() => void)[] = [];
  const targets: readonly EventTarget[] = [window, document, document.documentElement, document.body];
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    target.addEventListener = (...listening) => {
      add(...listening);
      const [, , caller = ''] = (new Error('who listens').stack ?? '').split('\n');
      if (caller.includes(SOURCES)) undo.push(() => target.removeEventListener(...listening));
    };
    undo.push(() => {
      target.addEventListener = add;
    });
  }
  return () => {
    for (const act of undo) act();
  };
}
const stopListening = watchListeners();

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await startI18n();
  // The fields' own texts: a field's test has no route that brings them.
  await loadNamespaces(['form']);
});

beforeEach(() => {
  vi.stubGlobal('matchMedia', noMedia);
});

afterEach(async () => {
  cleanup();
  server.resetHandlers();
  window.localStorage.clear();
  // With what waits to be kept.
  clearTab();
  document.cookie = 'token=; Path=/; Max-Age=0';
  await setLanguage('fa');
  window.localStorage.clear();
});

afterAll(() => {
  server.close();
  stopListening();
  sheets.insert = insert;
  i18next.off('languageChanged');
  for (const element of [document.documentElement, document.head, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
