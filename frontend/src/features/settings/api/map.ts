import { COOPERATIONS } from '../../../entities/seller/map';
import type { Seller, SellerForm } from '../../../entities/seller/types';
import type {
  WireDeliveryBody,
  WireDeliveryReply,
  WireEditSellerBody,
  WireHolidaysReply,
  WireLimitsBody,
  WireLimitsReply,
  WireTextCardsBody,
  WireTextCardsReply,
  WireTiersBody,
  WireTiersReply,
} from '../../../shared/api/wire/settings.gen';
import { onlyDigits } from '../../../shared/lib/digits';
import { parseJalali } from '../../../shared/lib/jalali';
import { joined } from '../../../shared/lib/punctuation';
import { knownId } from '../model/cardIds';
import { changesLogIn, hasCooperation } from '../model/sellerRules';
import {
  LIMITS,
  type Limits,
  type LimitsForm,
  type List,
  type RuleKind,
  type TextCard,
  type Tier,
  type TierKind,
} from '../model/types';

/** Sent for the fields of the other kind. */
const UNUSED = ' ';
const NO_PREPARATION = -1;

export function toSellerBody({ id, type, form: before, version }: Seller, form: SellerForm): WireEditSellerBody {
  const common: WireEditSellerBody = {
    _sellerId: id,
    _SellerType: type,
    _isActive: form.active,
    _SellerActivity: form.active,
    _SellerTitle: form.title.trim(),
    _SellerRepresentative: form.representative.trim(),
    _cellPhone: form.mobile,
    _SellerCode: form.sellerCode.trim(),
    _SellerNationalCode: form.nationalCode,
    _SellerWorkStartDate: form.workStart,
    _username: form.username.trim(),
    _password: form.password,
    ...(changesLogIn(form, before) ? { _currentPassword: form.currentPassword } : {}),
    _SellerAddress: form.address.trim(),
    version,
  };
  if (!hasCooperation(type)) return common;
  return {
    ...common,
    _SellerUpdatePrice: form.priceEditRange.trim(),
    _SellerNationalCard: form.nationalCardReceived,
    _SellerTypeOfCollaboration: COOPERATIONS.indexOf(form.cooperation),
    _SellerAgreedCommission: Number(form.commission),
    _SellerAgreedCommissionPayDateTime: form.commissionDate,
    _SellerAccountNumberOrBankCardNumber: form.cardNumber,
    _SellerShabaNumber: form.sheba,
  };
}

/** The field of the form for each field that the server may name in a refusal. */
export const formFieldOf: Readonly<Record<string, keyof SellerForm>> = {
  _isActive: 'active',
  _SellerTitle: 'title',
  _SellerRepresentative: 'representative',
  _cellPhone: 'mobile',
  _SellerCode: 'sellerCode',
  _SellerNationalCode: 'nationalCode',
  _SellerWorkStartDate: 'workStart',
  _username: 'username',
  _password: 'password',
  _currentPassword: 'currentPassword',
  _SellerAddress: 'address',
  _SellerUpdatePrice: 'priceEditRange',
  _SellerNationalCard: 'nationalCardReceived',
  _SellerTypeOfCollaboration: 'cooperation',
  _SellerAgreedCommission: 'commission',
  _SellerAgreedCommissionPayDateTime: 'commissionDate',
  _SellerAccountNumberOrBankCardNumber: 'cardNumber',
  _SellerShabaNumber: 'sheba',
};

export function toLimits({ meghdar, version }: WireLimitsReply): Limits {
  const of = (name: (typeof LIMITS)[number]): number => meghdar[LIMITS.indexOf(name)]?.f2 ?? 0;
  return {
    version,
    titles: meghdar.map(({ f1 }) => f1),
    tax: of('tax'),
    form: { minAmount: of('minAmount'), minPackages: of('minPackages'), shipping: of('shipping') },
  };
}

export function toLimitsBody({ titles, tax, version }: Limits, form: LimitsForm): WireLimitsBody {
  const values = { ...form, tax };
  return { items: LIMITS.map((name, index) => ({ _id: titles[index] ?? '', _Meghdar: values[name] ?? 0 })), version };
}

export const toTiers = ({ meghdar, version }: WireTiersReply): List<Tier> => ({
  version,
  form: { items: meghdar.map(({ _id, f1, f2, f3 }) => ({ id: _id, from: f1, to: f2, percent: String(f3) })) },
});

export const toTiersBody =
  (kind: TierKind, sellerId: string) =>
  ({ version }: List<Tier>, { items }: List<Tier>['form']): WireTiersBody => ({
    items: items.map(({ id, from, to, percent }) => ({
      _id: knownId(id),
      _Onvan: kind,
      _Az: from,
      _Ta: to,
      _DarsadTakhfif: Number(percent),
    })),
    sellerId,
    version,
  });

export const toCards = ({ meghdar, version }: WireTextCardsReply): List<TextCard> => ({
  version,
  form: { items: meghdar.map(({ _id, f1 }) => ({ id: _id, text: f1 })) },
});

export const toCardsBody =
  (sellerId: string) =>
  ({ version }: List<TextCard>, { items }: List<TextCard>['form']): WireTextCardsBody => ({
    items: items.map(({ id, text }) => ({ _id: knownId(id), _Onvan: text.trim() })),
    sellerId,
    version,
  });

const positive = (days: number | null | undefined): number | null => (days && days > 0 ? days : null);

/** The rule of the requested kind. */
export const toRule = ({ masir: [wire], version }: WireDeliveryReply) => ({
  version,
  /** Empty while there is no rule. */
  id: wire?._id ?? '',
  deliveryDate: parseJalali(wire?.f5 ?? ''),
  /** The date depends on holidays that are not published yet. */
  approximate: wire?.approximate ?? false,
  form: {
    /** Dates as typed; empty when not set. */
    start: wire?.f1?.trim() ?? '',
    end: wire?.f2?.trim() ?? '',
    /** Days of preparation; null when there are none. */
    preparation: positive(wire?.f3),
    daysAfter: positive(wire?.f6),
    /** Four digits HHmm; empty when not set. */
    cutOff: onlyDigits(wire?.f7 ?? ''),
  },
});

export type DeliveryRule = ReturnType<typeof toRule>;
export type RuleForm = DeliveryRule['form'];

const clock = (digits: string): string => `${digits.slice(0, 2)}:${digits.slice(2, 4)}`;

export const toRuleBody =
  (kind: RuleKind) =>
  ({ id, deliveryDate, version }: DeliveryRule, form: RuleForm): WireDeliveryBody => {
    const period = kind === 1;
    return {
      _id: id,
      _Ady_startDoreDateSefaresh: period ? form.start : UNUSED,
      _Ady_endDoreDateSefaresh: period ? form.end : UNUSED,
      _Ady_mahdoodiatAmadesazi: period ? (form.preparation ?? NO_PREPARATION) : UNUSED,
      _Ady_tarikheTahvileSefaresh: period ? (deliveryDate ?? UNUSED) : UNUSED,
      _Vije_moddatZamTahvile: period ? UNUSED : form.daysAfter,
      _Vije_endDoreTimeSefaresh: period ? UNUSED : clock(form.cutOff),
      version,
    };
  };

export const toHolidays = ({ approximate, holidays }: WireHolidaysReply) => ({
  /** By day, `yyyy/mm/dd`: every holiday of the year, Fridays too. */
  titles: Object.fromEntries(holidays.map(({ date, titles }) => [date, joined(...titles)])),
  /** The lunar holidays of the year are not published yet. */
  approximate,
});
