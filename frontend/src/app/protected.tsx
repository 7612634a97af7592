import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import { requireSession } from './guard';
import { inMain } from './shell/inMain';
import { ProtectedLayout } from './shell/ProtectedLayout';
import { SessionUncheckedPage } from './shell/SessionUncheckedPage';
import type { AppStore } from './store';

const Unchecked = (): ReactElement => inMain(<SessionUncheckedPage />);

/** The frame of every page behind the log-in page. Public pages load neither its code nor that of the calls. */
export const protectedParts = (store: AppStore): Pick<RouteObject, 'Component' | 'ErrorBoundary' | 'loader'> => ({
  Component: ProtectedLayout,
  ErrorBoundary: Unchecked,
  loader: requireSession(store),
});
