import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readText, writeText } from '../lib/storage';
import common from './locales/fa/common.json';
import errors from './locales/fa/errors.json';
import ui from './locales/fa/ui.json';
import { BUNDLED, type Language, type LazyNamespace, type Namespace } from './resources';

const LANGUAGE_KEY = 'pishkhan.language';
const SOURCE: Language = 'fa';
const FALLBACK: Language = 'en';

/** The namespaces that some route has asked for so far: a change of language brings them along. */
const wanted = new Set<Namespace>(BUNDLED);

async function fetchTexts(language: Language, namespace: Namespace): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return;
  const texts = (await import(`./locales/${language}/${namespace}.json`)) as { default: Record<string, unknown> };
  i18next.addResourceBundle(language, namespace, texts.default);
}

const isLanguage = (value: unknown): value is Language => value === 'fa' || value === 'en';

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : SOURCE);

/** Called by a route's `lazy`, so that its texts arrive together with its code. */
export async function loadNamespaces(namespaces: readonly LazyNamespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  await Promise.all(namespaces.map((namespace) => fetchTexts(currentLanguage(), namespace)));
}

function writeDocumentLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}

export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((namespace) => fetchTexts(language, namespace)));
  await i18next.changeLanguage(language);
  writeText(LANGUAGE_KEY, language);
}

/** English stands in for a Persian text that is missing; its files are fetched only then. */
function fallBack(_languages: readonly string[], namespace: string): void {
  i18next.options.fallbackLng = FALLBACK;
  fetchTexts(FALLBACK, namespace as Namespace).catch((reason: unknown) => {
    console.error('texts', namespace, reason);
  });
}

/** `?lang=en` chooses a language for this device. */
function chosenLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get('lang');
  if (isLanguage(asked)) return asked;
  const stored = readText(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : SOURCE;
}

/** Ready before the first render; synchronous when the language is Persian. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', writeDocumentLanguage);
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
    // As a handler, not as the event of the same name: without one, i18next stores the key as its own text.
    missingKeyHandler: fallBack,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  const language = chosenLanguage();
  if (language !== SOURCE) await setLanguage(language);
}
