import * as v from 'valibot';

const text = v.nullish(v.string(), '');

/** GET /market/get-seller-type-app2. */
export const wireSellerType = v.object({
  seller: v.array(v.object({ isActive: v.boolean(), sellerInfo: v.array(v.object({ SellerType: v.number() })) })),
});
export type WireSellerType = v.InferOutput<typeof wireSellerType>;

/** GET /report/dashboard-nums-app2. */
export const wireDashboard = v.object({
  counts: v.object({
    sellerTitle: v.string(),
    totalCustomers: v.number(),
    totalOrders: v.number(),
    totalQuantity: v.number(),
    totalAmount: v.number(),
  }),
  countsProducts: v.object({ productCount: v.number() }),
});
export type WireDashboard = v.InferOutput<typeof wireDashboard>;

/** GET /user/seller-bind-app2: the part that every screen may need. */
export const wireSellerBind = v.object({
  seller: v.array(
    v.object({
      isActive: v.boolean(),
      profile: v.object({ cellPhone: v.string() }),
      seller: v.object({
        _id: v.string(),
        SellerTitle: text,
        SellerRepresentative: text,
        SellerBackgroundImgUrl: text,
        /** Always the same four, in the order of the settings page. */
        SellerHaddagalKharidErsalSefareshIds: v.nullish(
          v.array(v.object({ OnvanMahdoodiyat: text, Meghdar: v.nullish(v.number(), 0) })),
          [],
        ),
      }),
      productTypeCount: v.number(),
    }),
  ),
});
export type WireSellerBind = v.InferOutput<typeof wireSellerBind>;

/** GET /user/seller/checkChildness-app2. */
export const wireChildness = v.object({ flag: v.boolean() });
export type WireChildness = v.InferOutput<typeof wireChildness>;
