import type { Slice } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';

/** `export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'orders' }) }` */
export interface RouteHandle {
  /** The document's title, in the language of the moment. */
  readonly title: () => string;
}

/** What a `*.route.tsx` exports. */
export interface RouteModule {
  readonly Component: ComponentType;
  readonly handle: RouteHandle;
  readonly loader?: LoaderFunction;
  /** State of this page's feature; it joins the store with the page's code. */
  readonly slice?: Slice;
}
