import type { ComponentType, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../hooks/useBack';
import { isChunkError } from '../lib/chunks';
import { ErrorState } from './ErrorState';
import { type FailedProps, lazyPart } from './lazyPart';

/** A block of a page as a `lazyPart`: when it does not come, its place says so. */
export const lazyBlock = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyPart(load, FailedBlock);

function FailedBlock({ error, onRetry }: FailedProps): ReactElement {
  const { t } = useTranslation();
  const missing = isChunkError(error);
  useBack(() => {
    if (missing) onRetry();
  });
  return <ErrorState lines={[t(missing ? 'chunk.title' : 'crash.title')]} onRetry={onRetry} />;
}
