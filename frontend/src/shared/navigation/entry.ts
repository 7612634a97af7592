import { type Location, useLocation } from 'react-router';

/** What the app notes in an entry of the history, beside what one page hands on to another. */
interface Marks {
  /** The layer that the entry was made for. */
  readonly layer?: string;
  /** The entry below it shows the same page, and is no place to stop at: its key. */
  readonly above?: string;
}

interface Entry {
  readonly state?: unknown;
}

const marksOf = (entry: Entry | null | undefined): Marks => (entry?.state as Marks | null | undefined) ?? {};

/** Undefined for a page. */
export const layerOf = (entry: Entry | null): string | undefined => marksOf(entry).layer;

export const floorOf = (entry: Entry | undefined): string | undefined => marksOf(entry).above;

/** What a page keeps for its own return (its scroll, its place in a list) is kept under this. */
export const entryKeyOf = (entry: Entry & { readonly key: string }): string => floorOf(entry) ?? entry.key;

export const useEntryKey = (): string => entryKeyOf(useLocation());

/** As the router writes it. */
export interface HistoryEntry {
  /** From 0 at the first entry of a visit; none without a browser's history. */
  readonly idx?: number;
  readonly key?: string;
  /** What the page handed on, with the marks. */
  readonly usr?: unknown;
}

const historyEntry = (): HistoryEntry | null => window.history.state as HistoryEntry | null;

/** Marks the entry on show; its new state, for the router does not hear of it. */
export function putOnFloor(above: string): object {
  const entry = historyEntry();
  const usr = { ...(entry?.usr as object | null), above };
  window.history.replaceState({ ...entry, usr }, '');
  return usr;
}

/** The browser takes a step before the router has decided on it, and takes it back when that is told so. */
export function isOnShow({ key }: Pick<Location, 'key'>): boolean {
  const entry = historyEntry();
  return entry === null || (entry.key ?? 'default') === key;
}

export const entryDepth = (): number => historyEntry()?.idx ?? 0;
