import type { LazyRouteFunction, RouteObject } from 'react-router';
import { loadNamespaces } from '../shared/i18n/i18n';
import type { LazyNamespace } from '../shared/i18n/resources';
import type { RouteModule } from '../shared/navigation/routeModule';

/** A route's `lazy`: its code and its texts arrive together. */
export const lazyPage =
  (load: () => Promise<RouteModule>, ...namespaces: readonly LazyNamespace[]): LazyRouteFunction<RouteObject> =>
  async () => {
    const [module] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { ...module };
  };
