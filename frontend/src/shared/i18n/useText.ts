import i18next, { type TFunction } from 'i18next';
import { getI18n } from 'react-i18next';
import { useStore } from '../hooks/useStore';
import { moduleStore } from '../lib/store';
import type { Namespace } from './resources';

type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

const known = moduleStore(() => ({ texts: new Map<string, unknown>() }));
// Renders again when missing texts are added, too.
i18next.on('languageChanged', () => known.set({ texts: new Map() }));

/**
 * The texts of loaded namespaces; `t('ui:undo')` for one that is not the first. Replaces `useTranslation`, which copies
 * all of i18next for every component, and a page may hold hundreds of rows.
 */
export function useText<const N extends Namespaces>(namespaces: N): TFunction<N> {
  const { texts } = useStore(known);
  const name = String(namespaces);
  const t = texts.get(name) ?? getI18n().getFixedT(i18next.language, namespaces);
  texts.set(name, t);
  return t as TFunction<N>;
}

/** The direction of the page. */
export function useDirection(): 'ltr' | 'rtl' {
  useStore(known);
  return i18next.dir();
}
