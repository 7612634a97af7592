import { type Location as RouterLocation, useLocation } from 'react-router';

/** The app's marks in the state of a history entry, beside what pages pass to each other. */
interface Marks {
  /** The layer that the entry was made for. */
  readonly layer?: string;
  /** The key of the floor below this entry: the same page, where Back must not stop. */
  readonly above?: string;
}

interface Entry {
  readonly state?: unknown;
}

const marksOf = (entry: Entry | null | undefined): Marks => (entry?.state as Marks | null | undefined) ?? {};

/** Undefined for a page. */
export const layerOf = (entry: Entry | null): string | undefined => marksOf(entry).layer;

export const floorOf = (entry: Entry | undefined): string | undefined => marksOf(entry).above;

/** The key under which a page stores its scroll position and its place in a list for its return. */
export const entryKeyOf = (entry: Entry & { readonly key: string }): string => floorOf(entry) ?? entry.key;

export const useEntryKey = (): string => entryKeyOf(useLocation());

/** As the router writes it. */
export interface HistoryEntry {
  /** From 0 at the first entry of a visit; none without a browser's history. */
  readonly idx?: number;
  readonly key?: string;
  /** What the page passed on, and the marks. */
  readonly usr?: unknown;
}

const historyEntry = (): HistoryEntry | null => window.history.state as HistoryEntry | null;

/** Marks the current entry behind the router's back; returns its new state. */
export function putOnFloor(above: string): object {
  const entry = historyEntry();
  const usr = { ...(entry?.usr as object | null), above };
  window.history.replaceState({ ...entry, usr }, '');
  return usr;
}

/** The browser goes back before the router has decided; a blocked navigation is undone afterwards. */
export function isOnShow({ key }: Pick<RouterLocation, 'key'>): boolean {
  const entry = historyEntry();
  return entry === null || (entry.key ?? 'default') === key;
}

export const entryDepth = (): number => historyEntry()?.idx ?? 0;
