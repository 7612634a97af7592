import { readTabText, removeTabText, writeTabText } from '../../../shared/lib/tabStorage';

/**
 * A code that was asked for. The user leaves for the messages to read it, and a phone may discard the page meanwhile:
 * the tab's storage has it for the reload.
 */
export interface SentCode {
  /** Latin digits. */
  readonly cellphone: string;
  /** When it was asked for, as epoch milliseconds; 0 when the user had a code already. */
  readonly sentAt: number;
  readonly validSeconds: number;
}

const KEY = 'pishkhan.reset';
const FORMAT = /^(09\d{9}) (\d{1,15}) (\d{1,5})$/;

/** Null when there is none. */
export function readSentCode(): SentCode | null {
  const [, cellphone, sentAt, validSeconds] = FORMAT.exec(readTabText(KEY) ?? '') ?? [];
  if (cellphone === undefined) return null;
  return { cellphone, sentAt: Number(sentAt), validSeconds: Number(validSeconds) };
}

export function saveSentCode({ cellphone, sentAt, validSeconds }: SentCode): void {
  writeTabText(KEY, `${cellphone} ${String(sentAt)} ${String(validSeconds)}`);
}

export const removeSentCode = (): void => removeTabText(KEY);
