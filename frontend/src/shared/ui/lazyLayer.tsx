import type { ComponentType, ReactElement } from 'react';
import type { LazyNamespace } from '../i18n/resources';
import { FailedDialog } from './FailedDialog';
import { type FailedProps, lazyPart } from './lazyPart';

interface Closable {
  readonly onClose: () => void;
}

/** A menu, sheet or question as a `lazyPart`: when it does not load, a dialog above the page says so. */
export const lazyLayer = <P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  ...namespaces: readonly LazyNamespace[]
) => lazyPart(load, FailedLayer, namespaces);

function FailedLayer({ error, onRetry, props }: FailedProps<Closable>): ReactElement {
  return (
    <>
      {props.waiting}
      <FailedDialog
        error={error}
        onRetry={onRetry}
        onClose={() => {
          // The next opening asks for the code anew.
          onRetry();
          props.onClose();
        }}
      />
    </>
  );
}
