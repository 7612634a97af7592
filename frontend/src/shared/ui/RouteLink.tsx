import type { AnchorHTMLAttributes, ReactElement, MouseEvent as ReactMouseEvent, Ref } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface RouteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** A path of this client; with `reloadDocument` any address. */
  readonly to: string;
  /** Leaves the running client: for a page that is loaded anew or a file, perhaps of the API's own origin. */
  readonly reloadDocument?: boolean;
  /** Stored in the history entry of the page. */
  readonly state?: unknown;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to another page. The router's own `Link` also contains code for server rendering and prefetching, which every
 * first visit would have to download.
 */
export function RouteLink({
  to,
  reloadDocument = false,
  onClick,
  state,
  children,
  ...rest
}: RouteLinkProps): ReactElement {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { state });
  const onPress = (event: ReactMouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!reloadDocument && !event.defaultPrevented) follow(event);
  };
  return (
    <a {...rest} href={reloadDocument ? to : href} onClick={onPress}>
      {children}
    </a>
  );
}
