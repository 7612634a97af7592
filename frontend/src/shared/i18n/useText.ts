import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { getI18n } from 'react-i18next';
import type { Namespace } from './resources';

type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

const texts = new Map<string, unknown>();
/** Grows with a change of language, and when texts join that were missing. */
let revision = 0;
i18next.on('languageChanged', () => {
  revision += 1;
  texts.clear();
});

function onLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/**
 * The texts of namespaces that are already there; `t('ui:undo')` for one that is not the first. In place of
 * `useTranslation`, which copies the whole of i18next for every component that it serves: rows stand on a page hundreds
 * of times.
 */
export function useText<const N extends Namespaces>(namespaces: N): TFunction<N> {
  useSyncExternalStore(onLanguage, () => revision);
  const name = String(namespaces);
  const known = texts.get(name) ?? getI18n().getFixedT(i18next.language, namespaces);
  texts.set(name, known);
  return known as TFunction<N>;
}

/** Which way the page reads. */
export function useDirection(): 'ltr' | 'rtl' {
  useSyncExternalStore(onLanguage, () => revision);
  return i18next.dir();
}
