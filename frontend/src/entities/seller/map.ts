import type { WireDashboardReply, WireSellerReply, WireSellerTypeReply } from '../../shared/api/wire/seller.gen';
import { onlyDigits } from '../../shared/lib/digits';
import { toSellerType } from './sellerType';
import type { Seller, SellerSummary, Terms } from './types';

/** The seller's type, and whether the store is open to customers. */
export function toSellerStatus(wire: WireSellerTypeReply) {
  const seller = wire.seller[0];
  return { type: toSellerType(seller?.sellerInfo[0]?.SellerType ?? -1), isActive: seller?.isActive ?? false };
}

export const toSellerSummary = ({ counts, countsProducts }: WireDashboardReply): SellerSummary => ({
  title: counts.sellerTitle,
  customers: counts.totalCustomers,
  products: countsProducts.productCount,
  baskets: counts.totalOrders,
  units: counts.totalQuantity,
  amount: counts.totalAmount,
});

/** In the order of their codes. */
export const COOPERATIONS = ['', 'percentage', 'basket', 'amount'] as const;

type WireTerms = Pick<
  WireSellerReply['seller'][number]['seller'],
  'SellerTypeOfCollaboration' | 'SellerAgreedCommission' | 'SellerAgreedCommissionPayDateTime'
>;

const toTerms = (wire: WireTerms): Terms => ({
  cooperation: COOPERATIONS[wire.SellerTypeOfCollaboration] ?? '',
  commission: String(wire.SellerAgreedCommission),
  commissionDate: wire.SellerAgreedCommissionPayDateTime,
});

/** Null for a user without a store. */
export function toSeller(wire: WireSellerReply): Seller | null {
  const found = wire.seller[0];
  if (!found) return null;
  const { profile, seller, proposal } = found;
  const [minAmount = 0, minPackages = 0, shipping = 0] = seller.SellerHaddagalKharidErsalSefareshIds.map(
    ({ Meghdar }) => Meghdar,
  );
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
    backgroundUrl: seller.SellerBackgroundImgUrl,
    productTypeCount: found.productTypeCount,
    limits: { minAmount, minPackages, shipping },
  };
}
