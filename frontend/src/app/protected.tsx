import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import { requireSession } from './guard';
import { inMain } from './shell/inMain';
import { ProtectedLayout } from './shell/ProtectedLayout';
import { SessionUncheckedPage } from './shell/SessionUncheckedPage';
import type { AppStore } from './store';

const Unchecked = (): ReactElement => inMain(<SessionUncheckedPage />);

/** What stands around every page behind the log-in page; public pages do without its code and that of the calls. */
export const protectedParts = (store: AppStore): Pick<RouteObject, 'Component' | 'ErrorBoundary' | 'loader'> => ({
  Component: ProtectedLayout,
  ErrorBoundary: Unchecked,
  loader: requireSession(store),
});
