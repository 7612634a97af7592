import { type ComponentType, createElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { loadChunk } from '../lib/chunks';
import { DialogBoundary } from './DialogBoundary';
import { FailedDialog } from './FailedDialog';

/**
 * A sheet or question whose code comes when it is opened; until then `waiting` stands in its place. When it does not
 * come, the page below stays as it is.
 */
export function lazyLayer<P extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): (props: P & { readonly waiting?: ReactNode }) => ReactElement {
  const make = () => lazy(async () => ({ default: await loadChunk(load) })) as unknown as (props: P) => ReactElement;
  let Loaded = make();
  return function Layer(props: P & { readonly waiting?: ReactNode }): ReactElement {
    const [{ Shown, tries }, setShown] = useState(() => ({ Shown: Loaded, tries: 0 }));
    // React keeps a failure for ever, so the next opening needs a component of its own.
    const giveUp = (): void => {
      Loaded = make();
      setShown({ Shown: Loaded, tries: tries + 1 });
      props.onClose();
    };
    return (
      <DialogBoundary key={tries} fallback={(error) => <FailedDialog error={error} onClose={giveUp} />}>
        <Suspense fallback={props.waiting ?? null}>{createElement(Shown, props)}</Suspense>
      </DialogBoundary>
    );
  };
}
