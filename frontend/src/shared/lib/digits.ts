/** Digits: Latin inside the program, Persian on the screen. Arabic-Indic digits are read too. */

const PERSIAN_ZERO = 0x06f0;
/** U+066C, the Persian thousands separator. */
export const THOUSANDS = '\u066c';
/** U+066B, the Persian decimal separator. */
export const DECIMAL = '\u066b';

/** The low nibble of every supported digit (0030, 0660, 06F0) is its value. */
const valueOf = (digit: string): number => digit.charCodeAt(0) & 0xf;

export const toLatin = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(valueOf(digit)));

export const toPersian = (text: string | number): string =>
  String(text).replace(/[0-9\u0660-\u0669]/g, (digit) => String.fromCharCode(PERSIAN_ZERO + valueOf(digit)));

/** Only the digits of a text, in Latin. */
export const onlyDigits = (text: string): string => toLatin(text).replace(/\D/g, '');

/** Digits with at most one decimal point and `places` digits after it: what a percent field keeps. */
export function onlyDecimal(text: string, places: number): string {
  const plain = toLatin(text)
    .replace(/[\u066b/,]/g, '.')
    .replace(/[^\d.]/g, '');
  const dot = plain.indexOf('.');
  if (dot < 0) return plain;
  return `${plain.slice(0, dot)}.${plain
    .slice(dot + 1)
    .replace(/\./g, '')
    .slice(0, places)}`;
}

/** 1234567 → 1٬234٬567. Keeps a decimal part. */
export function groupThousands(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THOUSANDS);
  return fraction === undefined ? grouped : `${grouped}${DECIMAL}${fraction}`;
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
