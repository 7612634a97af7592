/** Numbers that carry a check: Iranian national code, bank card, Sheba. All take Latin digits only. */

const NATIONAL_DIGITS = 10;
const CARD_DIGITS = 16;
const SHEBA_DIGITS = 24;
const isDigits = (text: string, length: number): boolean => text.length === length && /^\d+$/.test(text);
const isOneDigit = (text: string): boolean => /^(\d)\1*$/.test(text);

/** The tenth digit is the weighted sum of the others, modulo 11. */
export function isNationalCode(text: string): boolean {
  if (!isDigits(text, NATIONAL_DIGITS) || isOneDigit(text)) return false;
  const sum = Array.from(text.slice(0, 9)).reduce(
    (total, digit, index) => total + Number(digit) * (NATIONAL_DIGITS - index),
    0,
  );
  const rest = sum % 11;
  return Number(text[9]) === (rest < 2 ? rest : 11 - rest);
}

/** Luhn. */
export function isCardNumber(text: string): boolean {
  if (!isDigits(text, CARD_DIGITS) || isOneDigit(text)) return false;
  const sum = Array.from(text).reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The 24 digits after IR: ISO 13616, modulo 97. */
export function isSheba(text: string): boolean {
  if (!isDigits(text, SHEBA_DIGITS)) return false;
  // The check digits go to the end, after the letters I and R as 18 and 27.
  const turned = `${text.slice(2)}1827${text.slice(0, 2)}`;
  return BigInt(turned) % 97n === 1n;
}
