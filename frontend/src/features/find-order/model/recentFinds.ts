import { useSyncExternalStore } from 'react';
import { readText, writeText } from '../../../shared/lib/storage';

const MAX_RECENT = 5;
const CODE = /^\d{4}-\d{2}-\d{6,9}$/;
const NONE: readonly string[] = [];

const listeners = new Set<() => void>();
const known = new Map<string, { readonly text: string; readonly codes: readonly string[] }>();

/** Of one user: several may work at the same desk. Only codes: no names stay on the device. */
const keyOf = (username: string): string => `pishkhan.finds.${username}`;

function recentOf(username: string): readonly string[] {
  const text = readText(keyOf(username)) ?? '';
  const last = known.get(username);
  if (last?.text === text) return last.codes;
  const codes = text.split(' ').filter((code) => CODE.test(code));
  known.set(username, { text, codes });
  return codes;
}

/** Puts a code that led to an order in front of the others. */
export function rememberFind(username: string, code: string): void {
  const codes = recentOf(username);
  if (codes[0] === code) return;
  const next = [code, ...codes.filter((one) => one !== code)].slice(0, MAX_RECENT);
  writeText(keyOf(username), next.join(' '));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The codes that were found last on this device, newest first. */
export const useRecentFinds = (username: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => (username === '' ? NONE : recentOf(username)));
