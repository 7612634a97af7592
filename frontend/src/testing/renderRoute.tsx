import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { createMemoryRouter, type DataRouter, parsePath } from 'react-router';
import { onTestFinished } from 'vitest';
import { App } from '../app/App';
import { makeClient } from '../app/client';
import type { AppStore } from '../app/store';
import { server } from './server';

interface Options {
  /** What the server answers. */
  readonly handlers?: readonly HttpHandler[];
  /** Visited before `url`, oldest first: for Back. */
  readonly before?: readonly string[];
  /** The readable session cookie; null for none. */
  readonly token?: string | null;
  readonly user?: UserEvent;
}

interface Rendered {
  readonly user: UserEvent;
  readonly router: DataRouter;
  readonly store: AppStore;
  /** The path on show. */
  readonly at: () => string;
}

/** Opens a page as the product does: the real routes, guard, store and texts, over MSW. */
export function renderRoute(
  url: string,
  { handlers = [], before = [], token = 'handle-1', user }: Options = {},
): Rendered {
  if (token !== null) document.cookie = `token=${token}; Path=/`;
  server.use(...handlers);
  // A key of its own: the router keeps the scroll positions of every entry, and the next test's entry is another one.
  const entries = [...before, url].map((entry) => ({ ...parsePath(entry), key: crypto.randomUUID() }));
  const client = makeClient((routes) => createMemoryRouter(routes, { initialEntries: entries }));
  // What it still has on its way shall not meet the next test.
  onTestFinished(() => client.router.dispose());
  render(<App client={client} />);
  return { user: user ?? userEvent.setup(), ...client, at: () => client.router.state.location.pathname };
}
