import type { AnchorHTMLAttributes, MouseEvent, ReactElement, Ref } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface RouteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this client; with `reloadDocument` any address. */
  readonly to: string;
  /** Leaves the running client: a page that is loaded anew, a file, perhaps of the API's own origin. */
  readonly reloadDocument?: boolean;
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
  target,
  children,
  ...rest
}: RouteLinkProps): ReactElement {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, target === undefined ? {} : { target });
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!reloadDocument && !event.defaultPrevented) follow(event);
  };
  return (
    <a {...rest} href={reloadDocument ? to : href} target={target} onClick={onPress}>
      {children}
    </a>
  );
}
