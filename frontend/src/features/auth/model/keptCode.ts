import { readTabText, removeTabText, writeTabText } from '../../../shared/lib/tabStorage';

/** A code that was asked for. Its reader leaves for the messages, and the page may be gone then: the tab keeps it. */
export interface KeptCode {
  /** Latin digits. */
  readonly cellphone: string;
  /** When it was asked for, as epoch milliseconds; 0 for one that came otherwise. */
  readonly sentAt: number;
  readonly validSeconds: number;
}

const KEY = 'pishkhan.reset';
const KEPT = /^(09\d{9}) (\d{1,15}) (\d{1,5})$/;

/** Null when there is none. */
export function readKeptCode(): KeptCode | null {
  const [, cellphone, sentAt, validSeconds] = KEPT.exec(readTabText(KEY) ?? '') ?? [];
  if (cellphone === undefined) return null;
  return { cellphone, sentAt: Number(sentAt), validSeconds: Number(validSeconds) };
}

export function keepCode({ cellphone, sentAt, validSeconds }: KeptCode): void {
  writeTabText(KEY, `${cellphone} ${String(sentAt)} ${String(validSeconds)}`);
}

export const forgetCode = (): void => removeTabText(KEY);
