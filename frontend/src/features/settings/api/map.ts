import { toSellerType } from '../../../entities/seller/sellerType';
import type { WireSellerReply } from '../../../shared/api/wire/seller.gen';
import {
  type WireDeliveryBody,
  type WireDeliveryReply,
  type WireDeliveryRow,
  type WireEditSellerBody,
  type WireHolidaysReply,
  type WireLimitBody,
  type WireLimitsReply,
  type WireTextCardBody,
  type WireTextCardsReply,
  type WireTierBody,
  type WireTiersReply,
} from '../../../shared/api/wire/settings.gen';
import { onlyDigits } from '../../../shared/lib/digits';
import { parseJalali } from '../../../shared/lib/jalali';
import { joined } from '../../../shared/lib/punctuation';
import { knownId } from '../model/cardIds';
import { changesLogIn } from '../model/sellerRules';
import {
  type Cooperation,
  type DeliveryRule,
  type Holidays,
  LIMITS,
  type Limit,
  type RuleKind,
  type SellerForm,
  type SellerRecord,
  type Terms,
  type TextCard,
  type Tier,
  type TierKind,
  type Versioned,
} from '../model/types';

const COOPERATIONS = ['', 'percentage', 'basket', 'amount'] as const;
/** This kind of seller has no terms of cooperation: its form hides and sends none. */
const EXCLUSIVE = 3;
/** How the wire says that a field of the other kind is not used. */
const UNUSED = ' ';
const NO_PREPARATION = -1;

const cooperationOf = (code: number): Cooperation => COOPERATIONS[code] ?? '';

type WireTerms = Pick<
  WireSellerReply['seller'][number]['seller'],
  'SellerTypeOfCollaboration' | 'SellerAgreedCommission' | 'SellerAgreedCommissionPayDateTime'
>;

const toTerms = (wire: WireTerms): Terms => ({
  cooperation: cooperationOf(wire.SellerTypeOfCollaboration),
  commission: String(wire.SellerAgreedCommission),
  commissionDate: wire.SellerAgreedCommissionPayDateTime,
});

/** Null for a user without a store. */
export function toSellerRecord(wire: WireSellerReply): SellerRecord | null {
  const found = wire.seller[0];
  if (!found) return null;
  const { profile, seller, proposal } = found;
  return {
    version: wire.version,
    id: seller._id,
    type: toSellerType(seller.SellerType),
    proposal: proposal ? { proposedAt: proposal.proposedAtS, holds: toTerms(seller) } : null,
    form: {
      active: found.isActive,
      title: seller.SellerTitle,
      representative: seller.SellerRepresentative,
      mobile: profile.cellPhone,
      sellerCode: seller.SellerCode,
      nationalCode: seller.SellerNationalCode,
      workStart: seller.SellerWorkStartDate,
      priceEditRange: seller.SellerUpdatePrice,
      nationalCardReceived: seller.SellerNationalCard,
      ...toTerms(proposal ?? seller),
      cardNumber: onlyDigits(seller.SellerAccountNumberOrBankCardNumber),
      sheba: onlyDigits(seller.SellerShabaNumber),
      username: profile.username,
      password: profile.password,
      currentPassword: '',
      address: seller.SellerAddress,
    },
  };
}

export function toSellerEdit({ id, type, form: before }: SellerRecord, form: SellerForm): WireEditSellerBody {
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
  };
  if (type === EXCLUSIVE) return common;
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

/** Which field of the form a field of the answer speaks of. */
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

export const toLimits = ({ meghdar, version }: WireLimitsReply): Versioned<readonly Limit[]> => ({
  version,
  value: LIMITS.map((name, index) => ({ name, key: meghdar[index]?.f1 ?? '', value: meghdar[index]?.f2 ?? 0 })),
});

export const toLimitItems = (limits: readonly Limit[]) =>
  limits.map(({ key, value }): WireLimitBody => ({ _id: key, _Meghdar: value }));

export const toTiers = ({ meghdar, version }: WireTiersReply): Versioned<readonly Tier[]> => ({
  version,
  value: meghdar.map(({ _id, f1, f2, f3 }) => ({ id: _id, from: f1, to: f2, percent: String(f3) })),
});

export const toTierItems = (kind: TierKind, tiers: readonly Tier[]) =>
  tiers.map(
    ({ id, from, to, percent }): WireTierBody => ({
      _id: knownId(id),
      _Onvan: kind,
      _Az: from,
      _Ta: to,
      _DarsadTakhfif: Number(percent),
    }),
  );

export const toCards = ({ meghdar, version }: WireTextCardsReply): Versioned<readonly TextCard[]> => ({
  version,
  value: meghdar.map(({ _id, f1 }) => ({ id: _id, text: f1 })),
});

export const toCardItems = (cards: readonly TextCard[]) =>
  cards.map(({ id, text }): WireTextCardBody => ({ _id: knownId(id), _Onvan: text.trim() }));

const positive = (days: number | null | undefined): number | null => (days && days > 0 ? days : null);

export const toRule = (wire: WireDeliveryRow): DeliveryRule => ({
  id: wire._id,
  start: wire.f1?.trim() ?? '',
  end: wire.f2?.trim() ?? '',
  preparation: positive(wire.f3),
  deliveryDate: parseJalali(wire.f5),
  approximate: wire.approximate,
  daysAfter: positive(wire.f6),
  cutOff: onlyDigits(wire.f7 ?? ''),
});

/** The rule of the kind that was asked for; none is set otherwise. */
export function toRuleOfKind({ masir, version }: WireDeliveryReply): Versioned<DeliveryRule | null> {
  const first = masir[0];
  return { version, value: first ? toRule(first) : null };
}

const clock = (digits: string): string => `${digits.slice(0, 2)}:${digits.slice(2, 4)}`;

export function toRuleEdit(kind: RuleKind, rule: DeliveryRule): WireDeliveryBody {
  const period = kind === 1;
  return {
    _id: rule.id,
    _Ady_startDoreDateSefaresh: period ? rule.start : UNUSED,
    _Ady_endDoreDateSefaresh: period ? rule.end : UNUSED,
    _Ady_mahdoodiatAmadesazi: period ? (rule.preparation ?? NO_PREPARATION) : UNUSED,
    _Ady_tarikheTahvileSefaresh: period ? (rule.deliveryDate ?? UNUSED) : UNUSED,
    _Vije_moddatZamTahvile: period ? UNUSED : rule.daysAfter,
    _Vije_endDoreTimeSefaresh: period ? UNUSED : clock(rule.cutOff),
  };
}

export const toHolidays = ({ approximate, holidays }: WireHolidaysReply): Holidays => ({
  titles: Object.fromEntries(holidays.map(({ date, titles }) => [date, joined(...titles)])),
  approximate,
});
