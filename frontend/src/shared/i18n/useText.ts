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
/** Grows when texts join that were missing. */
let revision = 0;
i18next.on('languageChanged', () => {
  revision += 1;
  kept.clear();
});

function textsOf<N extends Namespace>(namespace: N): TFunction<N> {
  const known = kept.get(namespace) ?? i18next.getFixedT(i18next.language, namespace);
  kept.set(namespace, known);
  return known as TFunction<N>;
}

/**
 * The texts of one namespace that is already there, for what stands on a page hundreds of times: `useTranslation`
 * copies the whole of i18next for every component that it serves.
 */
export function useText<N extends Namespace>(namespace: N): TFunction<N> {
  useSyncExternalStore(onLanguage, () => revision);
  return textsOf(namespace);
}
