import type { NavigateFunction } from 'react-router';
import { layersIn } from './dialogs';
import type { HistoryEntry } from './entry';
import { searchOf, withChanges, withoutAll } from './query';
import { noteFloor, noteStep, restingPlace } from './trail';

/**
 * Leaving the first entry of a visit leaves the app and cannot be blocked. Before Back has to be handled there, an entry
 * is put below it, the floor: the same page, or the one at `below`. The page comes above it, and above the page one entry
 * for each layer that the address names. See the README of this folder.
 */
export function layFloor(navigate: NavigateFunction, below?: string): void {
  const page = restingPlace();
  const entry = window.history.state as HistoryEntry | null;
  if (!page || entry?.idx !== 0) return;
  const layers = layersIn(page.search);
  const without = (names: readonly string[]): string =>
    page.pathname + searchOf(withChanges(new URLSearchParams(page.search), withoutAll(names)));
  const carried = page.state as object | null;
  const states: readonly object[] = [
    below === undefined ? { ...carried, above: page.key } : { ...carried },
    ...layers.map((layer) => ({ ...carried, layer })),
  ];

  const floor = below === undefined ? entry : { usr: null, key: below, idx: 0 };
  window.history.replaceState(floor, '', below ?? without(layers));
  noteFloor({ key: floor.key ?? page.key, pathname: below ?? page.pathname });
  // Only the last entry goes through the router, which would render each of them.
  for (const [index, state] of states.slice(0, -1).entries()) {
    const key = `${page.key} ${index}`;
    window.history.pushState({ usr: state, key, idx: index + 1 }, '', without(layers.slice(index)));
    noteStep({ key, pathname: page.pathname, state }, 'PUSH');
  }
  void navigate(page, { state: states.at(-1), preventScrollReset: true, defaultShouldRevalidate: false });
}
