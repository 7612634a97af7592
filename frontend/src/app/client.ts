import type { DataRouter, RouteObject } from 'react-router';
import { tokenAtStart } from '../entities/session/cookie';
import { tokenRead } from '../entities/session/session.slice';
import { loadChunk } from '../shared/lib/chunks';
import { paths } from '../shared/navigation/paths';
import { followRouter } from '../shared/navigation/trail';
import { makeRoutes } from './router';
import { type AppStore, makeStore } from './store';

export interface Client {
  readonly store: AppStore;
  readonly router: DataRouter;
  /** Loads the calls; see `Services`. */
  readonly joinApi: () => Promise<void>;
}

interface ClientOptions {
  /** Refetches what is on the screen when the window or the network comes back. */
  readonly watchDevice?: boolean;
}

/** The store and the router, each of which needs the other. `makeRouter` is the browser's, or a test's in memory. */
export function makeClient(
  makeRouter: (routes: RouteObject[]) => DataRouter,
  { watchDevice = false }: ClientOptions = {},
): Client {
  // Before the API is loaded there are no answers to drop.
  let forgetAnswers = (): void => undefined;
  const join = async (): Promise<void> => {
    const { connectApi } = await loadChunk(() => import('./api'));
    forgetAnswers = connectApi(store, { watchDevice });
  };
  let joining: Promise<void> | null = null;
  const joinApi = (): Promise<void> => {
    joining ??= join().catch((error: unknown) => {
      joining = null;
      throw error;
    });
    return joining;
  };
  const toLogIn = async (): Promise<boolean> => {
    if (router.state.location.pathname === paths.logIn.href()) return false;
    const go = () => router.navigate(paths.logIn.href(), { replace: true, flushSync: true });
    // Where the page's code had to be loaded, the router ignores `flushSync` and renders in a transition.
    await go();
    // The second call is synchronous: when it ends, the old page is unmounted.
    await go();
    return true;
  };
  const store = makeStore({ toLogIn, forgetAnswers: () => forgetAnswers() }, { joinApi });
  store.dispatch(tokenRead(tokenAtStart()));
  const router = makeRouter(makeRoutes({ store, joinApi }));
  followRouter(router);
  return { store, router, joinApi };
}
