import type { SellerType } from './sellerType';

export interface SellerStatus {
  readonly type: SellerType;
  /** Whether the store is open to customers. */
  readonly isActive: boolean;
}

/** Figures of registered orders; amounts in tomans. */
export interface SellerSummary {
  readonly title: string;
  readonly customers: number;
  readonly products: number;
  /** Distinct registered orders. */
  readonly baskets: number;
  readonly units: number;
  readonly amount: number;
}

export interface SellerProfile {
  readonly id: string;
  readonly title: string;
  readonly representative: string;
  readonly mobile: string;
  /** Empty when the seller has chosen none. */
  readonly backgroundUrl: string;
  readonly productTypeCount: number;
  readonly limits: SellerLimits;
}

/** What an order has to reach, and what sending it costs; 0 where nothing is set. */
export interface SellerLimits {
  /** Tomans. */
  readonly minAmount: number;
  readonly minPackages: number;
  /** Tomans. */
  readonly shipping: number;
}
