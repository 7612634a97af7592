import type { LazyRouteFunction, RouteObject } from 'react-router';
import { loadNamespaces } from '../shared/i18n/i18n';
import type { LazyNamespace } from '../shared/i18n/resources';
import { loadForStep } from '../shared/lib/chunks';
import type { RouteModule } from '../shared/navigation/routeModule';
import { rootReducer } from './store';

/** A route's `lazy`: its code and its texts arrive together, and its state joins the store. */
export const lazyPage =
  (load: () => Promise<RouteModule>, ...namespaces: readonly LazyNamespace[]): LazyRouteFunction<RouteObject> =>
  async () => {
    const [{ slice, ...route }] = await loadForStep(() => Promise.all([load(), loadNamespaces(namespaces)]));
    if (slice) rootReducer.inject(slice);
    return route;
  };
