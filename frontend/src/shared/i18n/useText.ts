import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Namespace } from './resources';

function onLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => {
    i18next.off('languageChanged', listener);
  };
}

const kept = new Map<string, unknown>();

function textsOf<N extends Namespace>(language: string, namespace: N): TFunction<N> {
  const name = `${language}/${namespace}`;
  const known = kept.get(name) ?? i18next.getFixedT(language, namespace);
  kept.set(name, known);
  return known as TFunction<N>;
}

/**
 * The texts of one namespace that is already there, for what stands on a page hundreds of times: `useTranslation`
 * copies the whole of i18next for every component that it serves.
 */
export function useText<N extends Namespace>(namespace: N): TFunction<N> {
  const language = useSyncExternalStore(onLanguage, () => i18next.language);
  return textsOf(language, namespace);
}
