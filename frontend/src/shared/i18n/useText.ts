import i18next, { type TFunction } from 'i18next';
import { getI18n } from 'react-i18next';
import { useStore } from '../hooks/useStore';
import { moduleStore } from '../lib/store';
import type { Namespace } from './resources';

type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

const known = moduleStore(() => ({ texts: new Map<string, unknown>() }));
// Also when texts join that were missing.
i18next.on('languageChanged', () => known.set({ texts: new Map() }));

/**
 * The texts of namespaces that are already there; `t('ui:undo')` for one that is not the first. In place of
 * `useTranslation`, which copies the whole of i18next for every component that it serves: rows stand on a page hundreds
 * of times.
 */
export function useText<const N extends Namespaces>(namespaces: N): TFunction<N> {
  const { texts } = useStore(known);
  const name = String(namespaces);
  const t = texts.get(name) ?? getI18n().getFixedT(i18next.language, namespaces);
  texts.set(name, t);
  return t as TFunction<N>;
}

/** Which way the page reads. */
export function useDirection(): 'ltr' | 'rtl' {
  useStore(known);
  return i18next.dir();
}
