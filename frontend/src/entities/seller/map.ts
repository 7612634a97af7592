import type { WireDashboardReply, WireSellerReply, WireSellerTypeReply } from '../../shared/api/wire/seller.gen';
import { toSellerType } from './sellerType';
import type { SellerProfile, SellerStatus, SellerSummary } from './types';

export function toSellerStatus(wire: WireSellerTypeReply): SellerStatus {
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

/** Null for a user without a store. */
export function toSellerProfile(wire: WireSellerReply): SellerProfile | null {
  const found = wire.seller[0];
  if (!found) return null;
  const [minAmount = 0, minPackages = 0, shipping = 0] = found.seller.SellerHaddagalKharidErsalSefareshIds.map(
    ({ Meghdar }) => Meghdar,
  );
  return {
    id: found.seller._id,
    title: found.seller.SellerTitle,
    representative: found.seller.SellerRepresentative,
    mobile: found.profile.cellPhone,
    backgroundUrl: found.seller.SellerBackgroundImgUrl,
    productTypeCount: found.productTypeCount,
    limits: { minAmount, minPackages, shipping },
  };
}
