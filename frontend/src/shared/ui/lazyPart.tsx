import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { useBack } from '../hooks/useBack';
import { loadNamespaces } from '../i18n/i18n';
import type { LazyNamespace } from '../i18n/resources';
import { loadAhead } from '../lib/ahead';
import { loadChunk } from '../lib/chunks';

interface Around {
  /** In its place until its code has come. */
  readonly waiting?: ReactNode;
  /** Appears together with it or later, never before. */
  readonly above?: ReactNode;
}

export interface FailedProps<P = object> {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The props of the part itself. */
  readonly props: P & Around;
}

interface BoundaryProps {
  readonly children: ReactNode;
  /** In the place of the broken part. */
  readonly fallback: (error: unknown) => ReactNode;
}

/** Keeps the page around it alive, with what was typed there, when a part of it does not load or breaks. */
class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error);
  }
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
    const [{ Current, tries }, setCurrent] = useState(() => ({ Current: newest, tries: 0 }));
    const onRetry = (): void => {
      // React remembers a failed `lazy` for ever, so another try needs a new one.
      if (newest === Current) newest = make();
      setCurrent({ Current: newest, tries: tries + 1 });
    };
    return (
      <Boundary key={tries} fallback={(error) => <Failed error={error} onRetry={onRetry} props={props} />}>
        <Suspense fallback={props.waiting ?? null}>
          {createElement(Current, props)}
          {props.above}
        </Suspense>
      </Boundary>
    );
  };
}

/** For a part that may be absent: it is loaded when there is a network again. */
export function NotYet({ onRetry }: FailedProps): null {
  useBack(onRetry);
  return null;
}
