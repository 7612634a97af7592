import { isShebaValid, verifyIranianNationalId } from '@persian-tools/persian-tools';

/** Numbers with check digits: Iranian national code, bank card, Sheba. All take Latin digits only. */

const NATIONAL = /^\d{10}$/;
const CARD = /^\d{16}$/;
const SHEBA = /^\d{24}$/;
const ONE_DIGIT = /^(\d)\1*$/;

/** The tenth digit is the check. The library alone accepts eight digits, and refuses offices that it does not know. */
export const isNationalCode = (text: string): boolean =>
  NATIONAL.test(text) && verifyIranianNationalId(text, { checkPrefix: false });

/** Luhn. Not the library's: that one takes a number, which is not exact from 9,007,199,254,740,993 on. */
export function isCardNumber(text: string): boolean {
  if (!CARD.test(text) || ONE_DIGIT.test(text)) return false;
  const sum = Array.from(text).reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The 24 digits after IR: ISO 13616, modulo 97. */
export const isSheba = (text: string): boolean => SHEBA.test(text) && isShebaValid(`IR${text}`);
