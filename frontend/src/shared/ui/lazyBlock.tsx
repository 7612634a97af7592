import type { ComponentType, ReactElement } from 'react';
import { useBack } from '../hooks/useBack';
import type { LazyNamespace } from '../i18n/resources';
import { useText } from '../i18n/useText';
import { isChunkError } from '../lib/chunks';
import { ErrorState } from './ErrorState';
import { type FailedProps, lazyPart } from './lazyPart';

/** A block of a page as a `lazyPart`: when it does not load, an error stands in its place. */
export const lazyBlock = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  ...namespaces: readonly LazyNamespace[]
) => lazyPart(load, FailedBlock, namespaces);

function FailedBlock({ error, onRetry }: FailedProps): ReactElement {
  const t = useText('common');
  const missing = isChunkError(error);
  useBack(() => {
    if (missing) onRetry();
  });
  return <ErrorState lines={[t(missing ? 'chunk.title' : 'crash.title')]} onRetry={onRetry} />;
}
