import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadNamespaces } from '../../shared/i18n/i18n';
import type { LazyNamespace } from '../../shared/i18n/resources';
import { loadChunk } from '../../shared/lib/chunks';
import type { UrlDialogProps } from '../../shared/navigation/dialogs';

export type LazyDialog = LazyExoticComponent<ComponentType<UrlDialogProps>>;

/** A dialog whose code and texts arrive together, when it is opened for the first time. */
export const lazyDialog = (
  load: () => Promise<ComponentType<UrlDialogProps>>,
  ...namespaces: readonly LazyNamespace[]
): LazyDialog =>
  lazy(async () => {
    const [component] = await loadChunk(() => Promise.all([load(), loadNamespaces(namespaces)]));
    return { default: component };
  });
