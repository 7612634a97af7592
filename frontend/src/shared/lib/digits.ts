import { isPersian } from './locale';

/** Digits: Latin inside the program, the language's own on the screen. Arabic-Indic digits are read too. */

const PERSIAN_ZERO = 0x06f0;
/** «٬» in Persian. */
export const thousandsMark = (): string => (isPersian() ? '\u066c' : ',');
/** «٫» in Persian. */
export const decimalMark = (): string => (isPersian() ? '\u066b' : '.');

/** The low nibble of every supported digit (0030, 0660, 06F0) is its value. */
const digitValue = (digit: string): number => digit.charCodeAt(0) & 0xf;

export const toLatin = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digitValue(digit)));

const toPersian = (text: string): string =>
  text.replace(/[0-9\u0660-\u0669]/g, (digit) => String.fromCharCode(PERSIAN_ZERO + digitValue(digit)));

const ANY_NUMBER = /[0-9\u0660-\u0669\u06f0-\u06f9]+(?:[.\u066b\u066c][0-9\u0660-\u0669\u06f0-\u06f9]+)*/g;

/** One dot is a decimal mark; several are the dots of a code. */
const localNumber = (number: string): string => {
  const dots = number.split('.').length - 1;
  if (isPersian()) return toPersian(dots === 1 ? number.replace('.', decimalMark()) : number);
  return toLatin(number)
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
};

/** A left-to-right page would display «500 گرم» as «گرم 500», so such a text is isolated in its own direction. */
const PERSIAN_WITH_NUMBER = /^(?=.*[\u0620-\u064a\u066e-\u06d3])(?=.*\d)(?!\u2068)/s;

/** A stored text with its numbers in the digits of the language. */
export function localDigits(text: string | number): string {
  const localized = String(text).replace(ANY_NUMBER, localNumber);
  return !isPersian() && PERSIAN_WITH_NUMBER.test(localized) ? `\u2068${localized}\u2069` : localized;
}

/** A code inside a sentence, so that its groups keep their order. */
export const codeInText = (code: string): string => `\u2066${localDigits(code)}\u2069`;

/** Only the digits of a text, in Latin. */
export const onlyDigits = (text: string): string => toLatin(text).replace(/\D/g, '');

/** Digits with at most one decimal point and `places` digits after it: what a percent field keeps. */
export function onlyDecimal(text: string, places: number): string {
  const plain = toLatin(text)
    // A comma groups thousands in English.
    .replace(isPersian() ? /[\u066b/,]/g : /\u066b/g, '.')
    .replace(/[^\d.]/g, '');
  const dot = plain.indexOf('.');
  if (dot < 0) return plain;
  return `${plain.slice(0, dot)}.${plain
    .slice(dot + 1)
    .replace(/\./g, '')
    .slice(0, places)}`;
}
