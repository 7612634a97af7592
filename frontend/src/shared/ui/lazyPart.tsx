import { type ComponentType, createElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useBack } from '../hooks/useBack';
import { loadNamespaces } from '../i18n/i18n';
import type { LazyNamespace } from '../i18n/resources';
import { loadAhead } from '../lib/ahead';
import { loadChunk } from '../lib/chunks';
import { Boundary } from './Boundary';

interface Around {
  /** In its place until its code has come. */
  readonly waiting?: ReactNode;
  /** Comes to the screen with it or after it, never before. */
  readonly above?: ReactNode;
}

export interface FailedProps<P = object> {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What was meant for the part itself. */
  readonly meant: P & Around;
}

/**
 * A part of a page whose code, with its texts, comes after the page: by itself once the page rests, or when it is drawn
 * if that is sooner. When it does not come, `Failed` stands in its place and the page around it stays as it is.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<FailedProps<P>>,
  namespaces: readonly LazyNamespace[] = [],
): (props: P & Around) => ReactElement {
  const loadAll = async (): Promise<ComponentType<P>> => {
    const [component] = await loadChunk(() => Promise.all([load(), loadNamespaces(namespaces)]));
    return component;
  };
  const make = () => lazy(async () => ({ default: await loadAll() })) as unknown as (props: P) => ReactElement;
  let newest = make();
  loadAhead(loadAll);
  return function Part(props: P & Around): ReactElement {
    const [{ Shown, tries }, setShown] = useState(() => ({ Shown: newest, tries: 0 }));
    const onRetry = (): void => {
      // React keeps a failure for ever, so another try needs a component of its own.
      if (newest === Shown) newest = make();
      setShown({ Shown: newest, tries: tries + 1 });
    };
    return (
      <Boundary key={tries} fallback={(error) => <Failed error={error} onRetry={onRetry} meant={props} />}>
        <Suspense fallback={props.waiting ?? null}>
          {createElement(Shown, props)}
          {props.above}
        </Suspense>
      </Boundary>
    );
  };
}

/** In the place of a part that nobody misses: it comes when there is a network again. */
export function NotYet({ onRetry }: FailedProps): null {
  useBack(onRetry);
  return null;
}
