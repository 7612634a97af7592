import { ACCOUNT } from './account';
import { BUSINESS, COMMISSION, WITHOUT_A_PLAN } from './business';
import { CATALOGUE, OF_A_CHILD } from './catalogue';
import { ORDERS } from './orders';
import { PAGES } from './pages';
import { SESSION } from './session';
import { SETTINGS } from './settings';
import type { State, Who } from './state';

/** What one sees between the pages at rest and the layers that a press opens, by who sees it, in this order. */
export const STATES: readonly (readonly [Who, readonly State[]])[] = [
  ['guest', SESSION],
  ['normal', [...(PAGES.normal ?? []), ...COMMISSION]],
  ['special', PAGES.special ?? []],
  ['child', OF_A_CHILD],
  ['operator', PAGES.operator ?? []],
  ['fresh', [...(PAGES.fresh ?? []), ...WITHOUT_A_PLAN]],
  ['store', [...CATALOGUE, ...SETTINGS, ...BUSINESS, ...ORDERS, ...ACCOUNT]],
];
