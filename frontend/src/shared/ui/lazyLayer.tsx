import type { ComponentType, ReactElement } from 'react';
import type { LazyNamespace } from '../i18n/resources';
import { FailedDialog } from './FailedDialog';
import { type FailedProps, lazyPart } from './lazyPart';

interface Closable {
  readonly onClose: () => void;
}

/** A menu, sheet or question as a `lazyPart`: when it does not come, a dialog says so above the page. */
export const lazyLayer = <P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  ...namespaces: readonly LazyNamespace[]
) => lazyPart(load, FailedLayer, namespaces);

function FailedLayer({ error, onRetry, meant }: FailedProps<Closable>): ReactElement {
  return (
    <>
      {meant.waiting}
      <FailedDialog
        error={error}
        onRetry={onRetry}
        onClose={() => {
          // The next opening asks for the code anew.
          onRetry();
          meant.onClose();
        }}
      />
    </>
  );
}
