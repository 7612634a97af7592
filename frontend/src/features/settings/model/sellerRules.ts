import type { ParseKeys } from 'i18next';
import type { SellerType } from '../../../entities/seller/sellerType';
import { parseJalali } from '../../../shared/lib/jalali';
import { isCardNumber, isNationalCode, isSheba } from './checkDigits';
import type { SellerForm } from './types';

export type SellerField = keyof SellerForm;
export type SellerFail = Extract<ParseKeys<'settings'>, `fail.${string}`>;
export type SellerFails = Partial<Record<SellerField, SellerFail>>;

export const ADDRESS_MAX = 300;
const PASSWORD_MIN = 10;
const PHONE = /^09\d{9}$/;
const EXCLUSIVE = 3;

/** Terms of cooperation: hidden for exclusive sellers (part 2, 3.1). */
const COOPERATION_FIELDS: readonly SellerField[] = [
  'priceEditRange',
  'nationalCardReceived',
  'cooperation',
  'commission',
  'commissionDate',
  'cardNumber',
  'sheba',
];

export const hasCooperation = (type: SellerType): boolean => type !== EXCLUSIVE;

const isVisible = (field: SellerField, type: SellerType): boolean =>
  hasCooperation(type) || !COOPERATION_FIELDS.includes(field);

/** The fields that are shown and empty (part 2, section 5). */
export const emptyFields = (form: SellerForm, type: SellerType): readonly SellerField[] =>
  (Object.keys(form) as SellerField[]).filter((field) => {
    const value = form[field];
    return isVisible(field, type) && typeof value === 'string' && value.trim() === '';
  });

const isDate = (text: string): boolean => parseJalali(text) !== null;

const checks: readonly (readonly [SellerField, SellerFail, (text: string) => boolean])[] = [
  ['mobile', 'fail.mobile', (text) => PHONE.test(text)],
  ['nationalCode', 'fail.nationalCode', isNationalCode],
  ['workStart', 'fail.date', isDate],
  ['password', 'fail.password', (text) => Array.from(text).length >= PASSWORD_MIN],
  ['commissionDate', 'fail.date', isDate],
  ['cardNumber', 'fail.cardNumber', isCardNumber],
  ['sheba', 'fail.sheba', isSheba],
];

/** What is written and cannot be right. The server checks the same again. */
export function sellerFails(form: SellerForm, type: SellerType): SellerFails {
  const wrong = checks.filter(([field, , isRight]) => {
    const value = form[field];
    return isVisible(field, type) && typeof value === 'string' && value.trim() !== '' && !isRight(value);
  });
  return Object.fromEntries(wrong.map(([field, fail]) => [field, fail]));
}
