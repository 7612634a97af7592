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

/** Whoever changes what is logged in with has to tell the password of today (rest.md, section 4). */
export const changesLogIn = (form: SellerForm, before: SellerForm): boolean =>
  form.mobile !== before.mobile || form.password !== before.password;

const isVisible = (field: SellerField, type: SellerType): boolean =>
  hasCooperation(type) || !COOPERATION_FIELDS.includes(field);

/** The fields that are shown and empty (part 2, section 5). */
export const emptyFields = (form: SellerForm, type: SellerType): readonly SellerField[] =>
  (Object.keys(form) as SellerField[]).filter((field) => {
    const value = form[field];
    const asked = isVisible(field, type) && field !== 'currentPassword';
    return asked && typeof value === 'string' && value.trim() === '';
  });

/** Stands for the password, which nobody reads (rest.md, section 4): sent back, it leaves it as it is. */
const HIDDEN = '*'.repeat(10);

/**
 * What is typed into a hidden password starts a new one. The field selects the asterisks when it gets the focus, but a
 * press puts the caret among them: none of them may become part of a password.
 */
export function typedPassword(before: string, typed: string): string {
  if (before !== HIDDEN) return typed;
  const head = Math.min(/^\**/.exec(typed)?.[0].length ?? 0, HIDDEN.length);
  const tail = Math.min(/\**$/.exec(typed.slice(head))?.[0].length ?? 0, HIDDEN.length - head);
  // One of them may have been deleted; fewer were not typed into but replaced.
  return head + tail >= HIDDEN.length - 1 ? typed.slice(head, typed.length - tail) : typed;
}

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

/** What is written and cannot be right, and the password of today when it is needed. The server checks the same again. */
export function sellerFails(form: SellerForm, before: SellerForm, type: SellerType): SellerFails {
  const wrong = checks.filter(([field, , isRight]) => {
    const value = form[field];
    return isVisible(field, type) && typeof value === 'string' && value.trim() !== '' && !isRight(value);
  });
  const unproven = changesLogIn(form, before) && form.currentPassword === '';
  return {
    ...Object.fromEntries(wrong.map(([field, fail]) => [field, fail])),
    ...(unproven && { currentPassword: 'fail.currentPassword' }),
  };
}
