import { decimalMark, thousandsMark } from './digits';

/** Digits as fields show them while they are typed: in groups, with the marks between them. */

/** 1234567 → 1٬234٬567 (1,234,567 in English). Keeps a decimal part. */
export function groupThousands(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousandsMark());
  return fraction === undefined ? grouped : `${grouped}${decimalMark()}${fraction}`;
}

const joinParts = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

/** yyyy/mm/dd, or dd/mm/yyyy for `dmy`; the slash appears with the digit after it. */
export function maskDate(digits: string, order: 'ymd' | 'dmy' = 'ymd'): string {
  const [first, second] = order === 'ymd' ? [4, 6] : [2, 4];
  return joinParts([digits.slice(0, first), digits.slice(first, second), digits.slice(second, 8)], '/');
}

/** HH:mm while it is typed. */
export const maskTime = (digits: string): string => joinParts([digits.slice(0, 2), digits.slice(2, 4)], ':');

/** A bank card in groups of four. */
export const maskCard = (digits: string): string => joinParts(digits.match(/\d{1,4}/g) ?? [], '\u00a0');

/** 0912 345 6789; anything that is not a mobile number stays as it is. */
export const maskMobile = (digits: string): string =>
  /^09\d{9}$/.test(digits) ? `${digits.slice(0, 4)}\u00a0${digits.slice(4, 7)}\u00a0${digits.slice(7)}` : digits;
