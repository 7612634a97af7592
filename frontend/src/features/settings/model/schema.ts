import i18next, { type ParseKeys } from 'i18next';
import * as v from 'valibot';
import type { SellerType } from '../../../entities/seller/sellerType';
import type { SellerForm } from '../../../entities/seller/types';
import { parseJalali } from '../../../shared/lib/jalali';
import { isCardNumber, isNationalCode, isSheba } from './checkDigits';
import { isClock } from './delivery';
import { ADDRESS_MAX, changesLogIn, hasCooperation } from './sellerRules';
import { MAX_PERCENT, overlapOf } from './tierRules';
import type { RuleKind } from './types';

/** A message in the language that is active when the rule fails. */
const text = (key: Extract<ParseKeys<'settings'>, `fail.${string}`>) => () => i18next.getFixedT(null, 'settings')(key);

const PASSWORD_MIN = 10;
const PHONE = /^09\d{9}$/;

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty());
const number = v.pipe(v.nullable(v.number()), v.nonNullable(v.nullable(v.number())));
const isDate = v.check((value: string) => parseJalali(value) !== null, text('fail.date'));

export const limitsSchema = v.object({ minAmount: number, minPackages: number, shipping: number });

const tier = v.pipe(
  v.object({
    id: v.string(),
    from: number,
    to: number,
    percent: v.pipe(
      v.string(),
      v.nonEmpty(),
      v.check((percent) => Number(percent) <= MAX_PERCENT, text('fail.percent')),
    ),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => from <= to, text('fail.reversed')),
    ['to'],
  ),
);

export const tiersSchema = v.object({
  items: v.pipe(
    v.array(tier),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.issues) return;
      const index = overlapOf(dataset.value);
      const input = dataset.value;
      const value = input[index];
      if (!value) return;
      const path = [
        { type: 'array', origin: 'value', input, key: index, value },
        { type: 'object', origin: 'value', input: { ...value }, key: 'from', value: value.from },
      ] as const;
      addIssue({ message: text('fail.overlap'), path: [...path] });
    }),
  ),
});

export const cardsSchema = v.object({ items: v.array(v.object({ id: v.string(), text: filled })) });

/** The seller's form: no visible field may be empty (part 2, section 5). The server checks all of it again. */
export function sellerSchema(before: () => SellerForm, type: SellerType) {
  // Exclusive sellers have no such fields, and send none.
  const terms = <Schema extends v.GenericSchema<string>>(schema: Schema) =>
    hasCooperation(type) ? schema : v.string();
  return v.pipe(
    v.object({
      active: v.boolean(),
      title: filled,
      representative: filled,
      mobile: v.pipe(filled, v.regex(PHONE, text('fail.mobile'))),
      sellerCode: filled,
      nationalCode: v.pipe(filled, v.check(isNationalCode, text('fail.nationalCode'))),
      workStart: v.pipe(filled, isDate),
      priceEditRange: terms(filled),
      nationalCardReceived: v.boolean(),
      cooperation: v.pipe(
        v.picklist(['', 'percentage', 'basket', 'amount']),
        v.check((value) => value !== '' || !hasCooperation(type), text('fail.required')),
      ),
      commission: terms(filled),
      commissionDate: terms(v.pipe(filled, isDate)),
      cardNumber: terms(v.pipe(filled, v.check(isCardNumber, text('fail.cardNumber')))),
      sheba: terms(v.pipe(filled, v.check(isSheba, text('fail.sheba')))),
      username: filled,
      password: v.pipe(v.string(), v.nonEmpty(), v.minCodePoints(PASSWORD_MIN, text('fail.password'))),
      currentPassword: v.string(),
      address: v.pipe(filled, v.maxCodePoints(ADDRESS_MAX)),
    }),
    v.forward(
      v.partialCheck(
        [['mobile'], ['password'], ['currentPassword']],
        (form) => !changesLogIn(form, before()) || form.currentPassword !== '',
        text('fail.currentPassword'),
      ),
      ['currentPassword'],
    ),
  );
}

/** The form of a delivery rule; the kind decides which fields are required. */
export function ruleSchema(kind: RuleKind) {
  const period = v.pipe(filled, isDate);
  return v.pipe(
    v.object({
      start: kind === 1 ? period : v.string(),
      end: kind === 1 ? period : v.string(),
      preparation: v.nullable(v.number()),
      daysAfter: kind === 1 ? v.nullable(v.number()) : number,
      cutOff: kind === 1 ? v.string() : v.pipe(filled, v.check(isClock, text('fail.clock'))),
    }),
    v.forward(
      v.partialCheck([['start'], ['end']], ({ start, end }) => kind === 2 || start <= end, text('fail.period')),
      ['start'],
    ),
  );
}
