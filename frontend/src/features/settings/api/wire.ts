import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());
const named = v.object({ _id: v.string(), name: text });

/** GET /user/seller-bind-app2: everything that the settings page edits. */
export const wireSellerRecord = v.object({
  version: whole,
  seller: v.array(
    v.object({
      isActive: v.boolean(),
      profile: v.object({ cellPhone: text, username: text, password: text }),
      seller: v.object({
        _id: v.string(),
        SellerType: v.number(),
        SellerTitle: text,
        SellerRepresentative: text,
        SellerCode: text,
        SellerNationalCode: text,
        SellerWorkStartDate: text,
        SellerUpdatePrice: text,
        SellerNationalCard: v.boolean(),
        SellerTypeOfCollaboration: v.number(),
        SellerAgreedCommission: v.number(),
        SellerAgreedCommissionPayDateTime: text,
        SellerAccountNumberOrBankCardNumber: text,
        SellerShabaNumber: text,
        SellerAddress: text,
      }),
    }),
  ),
});
export type WireSellerRecord = v.InferOutput<typeof wireSellerRecord>;

/** Body of POST /user/edit-seller-app2. The second group is left out for exclusive sellers. */
export interface WireSellerEdit {
  readonly _sellerId: string;
  readonly _SellerType: number;
  readonly _isActive: boolean;
  readonly _SellerActivity: boolean;
  readonly _SellerTitle: string;
  readonly _SellerRepresentative: string;
  readonly _cellPhone: string;
  readonly _SellerCode: string;
  readonly _SellerNationalCode: string;
  readonly _SellerWorkStartDate: string;
  readonly _username: string;
  readonly _password: string;
  readonly _currentPassword?: string;
  readonly _SellerAddress: string;

  readonly _SellerUpdatePrice?: string;
  readonly _SellerNationalCard?: boolean;
  readonly _SellerTypeOfCollaboration?: number;
  readonly _SellerAgreedCommission?: number;
  readonly _SellerAgreedCommissionPayDateTime?: string;
  readonly _SellerAccountNumberOrBankCardNumber?: string;
  readonly _SellerShabaNumber?: string;
}

/** GET /market/list-brand-app2 and /market/list-regionFaalyat-app2. */
export const wireBrands = v.object({ brands: v.array(named) });
export const wireRegions = v.object({ regions: v.array(named) });
/** GET /user/seller/brands-app2 and /user/seller/regions-app2. */
export const wireOwnBrands = v.object({ brands: v.array(v.object({ SellerBrands: named })) });
export const wireOwnRegions = v.object({ regions: v.array(v.object({ SellerRegions: named })) });

/** GET /seller/HaddagalKharidErsalSefaresh-list-app2: f1 title, f2 value. */
export const wireLimits = v.object({
  version: whole,
  meghdar: v.array(v.object({ f1: v.string(), f2: v.number() })),
});
export type WireLimits = v.InferOutput<typeof wireLimits>;

/** The three lists of tiers: f1 from, f2 to, f3 percent. */
export const wireTiers = v.object({
  version: whole,
  meghdar: v.array(v.object({ _id: v.string(), f1: whole, f2: whole, f3: v.number() })),
});
export type WireTiers = v.InferOutput<typeof wireTiers>;

/** The two lists of text cards: f1 text. */
export const wireCards = v.object({
  version: whole,
  meghdar: v.array(v.object({ _id: v.string(), f1: text })),
});
export type WireCards = v.InferOutput<typeof wireCards>;

const rule = v.object({
  _id: v.string(),
  f1: v.nullish(v.string()),
  f2: v.nullish(v.string()),
  f3: v.nullish(whole),
  f5: v.nullish(v.string()),
  f6: v.nullish(whole),
  f7: v.nullish(v.string()),
  approximate: v.optional(v.boolean(), false),
});
export type WireRule = v.InferOutput<typeof rule>;

/** GET /seller/masir-list-app2/{1|2}: f1 start, f2 end, f3 preparation, f5 delivery date, f6 days after, f7 cut-off. */
export const wireRules = v.object({ version: whole, masir: v.array(rule) });
export type WireRules = v.InferOutput<typeof wireRules>;
/** Answer of POST /seller/edit-masir-app2. */
export const wireRuleSaved = v.object({ message: text, masir: rule });

/** GET /market/holidays-app2/{year}. */
export const wireHolidays = v.object({
  year: whole,
  approximate: v.optional(v.boolean(), false),
  holidays: v.array(v.object({ date: v.string(), titles: v.array(v.string()) })),
});
export type WireHolidays = v.InferOutput<typeof wireHolidays>;

/** Answer of the calls that only say that it is done. */
export const wireSaved = v.object({ message: text });
