import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isChunkError, loadChunk } from '../lib/chunks';
import { type Language, locale, writeIn } from '../lib/locale';
import { writeText } from '../lib/storage';
import { deviceLanguage, isLanguage, LANGUAGE_KEY, SOURCE } from './deviceLanguage';
import common from './locales/fa/common.json';
import errors from './locales/fa/errors.json';
import ui from './locales/fa/ui.json';
import { BUNDLED, type LazyNamespace, type Namespace } from './resources';

const FALLBACK: Language = 'en';

async function fetchTexts(language: Language, namespace: Namespace): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return;
  // Without the bundled ones, which are loaded already and would only lengthen webpack's list of files.
  const texts = (await import(
    /* webpackExclude: /fa.(common|errors|ui)\.json$/ */ `./locales/${language}/${namespace}.json`
  )) as { default: Record<string, unknown> };
  i18next.addResourceBundle(language, namespace, texts.default);
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : SOURCE);

/** Called by a route's `lazy`, so that its texts load together with its code. */
export async function loadNamespaces(namespaces: readonly LazyNamespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => fetchTexts(currentLanguage(), namespace)));
}

/** React Aria reads its direction, digits and calendar from here when it is loaded, and after `languagechange`. */
const ARIA_LOCALE = Symbol.for('react-aria.i18n.locale');

function applyLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
  writeIn(isLanguage(language) ? language : SOURCE);
  Object.assign(window, { [ARIA_LOCALE]: locale() });
  window.dispatchEvent(new Event('languagechange'));
}

/** The texts of every namespace that has been loaded so far. */
const fetchWanted = (language: Language): Promise<unknown> =>
  Promise.all(
    Object.keys(i18next.getDataByLanguage(currentLanguage()) ?? {}).map((namespace) =>
      fetchTexts(language, namespace as Namespace),
    ),
  );

export async function setLanguage(language: Language): Promise<void> {
  await fetchWanted(language);
  await i18next.changeLanguage(language);
  writeText(LANGUAGE_KEY, language);
}

/** English stands in for a Persian text that is missing; its files are fetched only then. */
function fallBack(_languages: readonly string[], namespace: string): void {
  i18next.options.fallbackLng = FALLBACK;
  fetchTexts(FALLBACK, namespace as Namespace)
    // Renders again whatever displays a key in place of a text.
    .then(() => i18next.changeLanguage(i18next.language))
    .catch((reason: unknown) => console.error('texts', namespace, reason));
}

/**
 * Texts, numbers and the cached answers are in the old language, so the page is loaded anew; unsaved work is asked about,
 * as before any other reload.
 */
export function switchLanguage(language: Language): void {
  writeText(LANGUAGE_KEY, language);
  const url = new URL(window.location.href);
  url.searchParams.delete('lang');
  // An address that differs only in its hash would not be loaded again.
  if (url.hash && url.href === window.location.href) window.location.reload();
  else window.location.replace(url);
}

/** Ready before the first render; synchronous when the language is Persian. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', applyLanguage);
  await i18next.use(initReactI18next).init({
    lng: SOURCE,
    fallbackLng: false,
    supportedLngs: ['fa', 'en'],
    ns: [...BUNDLED],
    defaultNS: 'common',
    resources: { fa: { common, errors, ui } },
    partialBundledLanguages: true,
    initAsync: false,
    returnNull: false,
    saveMissing: true,
    // An option, not the event of the same name: without it i18next stores the key as its own text.
    missingKeyHandler: fallBack,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const language = deviceLanguage();
  if (language === SOURCE) return;
  try {
    await loadChunk(() =>
      Promise.all([fetchWanted(language), import('./racStrings').then((aria) => aria.startEnglishAria())]),
    );
    await setLanguage(language);
  } catch (error) {
    if (!isChunkError(error)) throw error;
    // A page in the source language is better than none.
    console.error(error);
  }
}
