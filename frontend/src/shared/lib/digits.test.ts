// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupThousands,
  maskCard,
  maskDate,
  maskMobile,
  maskTime,
  onlyDecimal,
  onlyDigits,
  toLatin,
  toPersian,
} from './digits';

const digits = fc.stringMatching(/^[0-9]{0,15}$/);

describe('digits', () => {
  it('reads Persian, Arabic-Indic and Latin digits', () => {
    expect(toLatin('۰۹۱۲٣٤٥678')).toBe('0912345678');
    expect(toPersian('0912٣٤٥')).toBe('۰۹۱۲۳۴۵');
    expect(toPersian(1405)).toBe('۱۴۰۵');
  });

  it('brings every digit there and back', () => {
    fc.assert(fc.property(digits, (text) => toLatin(toPersian(text)) === text));
  });

  it('leaves everything that is no digit alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const strip = (value: string) => toLatin(value).replace(/\d/g, '');
        expect(strip(toPersian(text))).toBe(strip(text));
      }),
    );
  });

  it.each([
    [' ۱٬۲۳۴٬۵۶۷ تومان', '1234567'],
    ['1,234-5', '12345'],
    ['abc', ''],
  ])('keeps the digits of %s', (text, expected) => {
    expect(onlyDigits(text)).toBe(expected);
  });

  it.each([
    ['۱۲٫۳۴۵', 2, '12.34'],
    ['12/5', 2, '12.5'],
    ['1.2.3', 2, '1.23'],
    ['7', 1, '7'],
    ['۵.', 1, '5.'],
  ])('keeps one decimal point of %s', (text, places, expected) => {
    expect(onlyDecimal(text, places)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['1', '1'],
    ['123', '123'],
    ['1234567', '1٬234٬567'],
    ['1234.5', '1٬234٫5'],
  ])('groups %s', (text, expected) => {
    expect(groupThousands(text)).toBe(expected);
  });

  it('adds only separators, whatever the mask', () => {
    fc.assert(
      fc.property(digits, (text) => {
        expect(onlyDigits(groupThousands(text))).toBe(text);
        expect(onlyDigits(maskDate(text))).toBe(text.slice(0, 8));
        expect(onlyDigits(maskTime(text))).toBe(text.slice(0, 4));
        expect(onlyDigits(maskCard(text))).toBe(text);
        expect(onlyDigits(maskMobile(text))).toBe(text);
      }),
    );
  });

  it.each([
    ['1404', '1404'],
    ['14040', '1404/0'],
    ['140408', '1404/08'],
    ['14040830', '1404/08/30'],
  ])('puts the slash with the digit after it: %s', (text, expected) => {
    expect(maskDate(text)).toBe(expected);
  });

  it('can put the day first', () => {
    expect(maskDate('30081404', 'dmy')).toBe('30/08/1404');
  });
});
