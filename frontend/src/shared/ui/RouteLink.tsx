import type { AnchorHTMLAttributes, MouseEvent, ReactElement, Ref } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface RouteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** A path of this client; with `reloadDocument` any address. */
  readonly to: string;
  /** Leaves the running client: a page that is loaded anew, a file, perhaps of the API's own origin. */
  readonly reloadDocument?: boolean;
  /** What the page finds in its history entry. */
  readonly state?: unknown;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/**
 * A step to another page. The router's own `Link` also knows servers that render routes and fetch their parts ahead,
 * which every first visit would have to download.
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
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!reloadDocument && !event.defaultPrevented) follow(event);
  };
  return (
    <a {...rest} href={reloadDocument ? to : href} onClick={onPress}>
      {children}
    </a>
  );
}
