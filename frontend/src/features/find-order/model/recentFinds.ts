import { useMemo } from 'react';
import { useStore } from '../../../shared/hooks/useStore';
import { readText, writeText } from '../../../shared/lib/storage';
import { moduleStore } from '../../../shared/lib/store';

const MAX_RECENT = 5;
const CODE = /^\d{4}-\d{2}-\d{6,9}$/;

/** By user. */
const finds = moduleStore<Readonly<Record<string, readonly string[]>>>(() => ({}));

/** Of one user: several may work at the same desk. Only codes: no names stay on the device. */
const keyOf = (username: string): string => `pishkhan.finds.${username}`;

const recentOf = (username: string): readonly string[] =>
  (readText(keyOf(username)) ?? '').split(' ').filter((code) => CODE.test(code));

/** Puts a code for which an order was found in front of the others. */
export function rememberFind(username: string, code: string): void {
  const codes = recentOf(username);
  if (codes[0] === code) return;
  const next = [code, ...codes.filter((one) => one !== code)].slice(0, MAX_RECENT);
  writeText(keyOf(username), next.join(' '));
  finds.set({ [username]: next });
}

/** The codes that were found last on this device, newest first. */
export function useRecentFinds(username: string): readonly string[] {
  const known = useStore(finds)[username];
  return useMemo(() => known ?? recentOf(username), [known, username]);
}
