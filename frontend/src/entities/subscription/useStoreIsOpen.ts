import { useSellerStatusQuery } from '../seller/endpoints';
import { capabilitiesOf } from '../seller/sellerType';
import { useSubscriptionQuery } from './endpoints';
import type { SubscriptionInfo } from './types';
import { useDaysLeft } from './useDaysLeft';

interface Held {
  /** Undefined until known, and for sellers who need no subscription. */
  readonly info: SubscriptionInfo | undefined;
  readonly days: number | null;
}

function useHeld(): Held {
  const { data: status } = useSellerStatusQuery(undefined);
  const subscribes = status !== undefined && capabilitiesOf(status.type).floatingMenu;
  const { data } = useSubscriptionQuery(undefined, { skip: !subscribes });
  const info = subscribes ? data : undefined;
  return { info, days: useDaysLeft(info) };
}

/**
 * Whether the store is open: not any more from the second at which the subscription ends. Undefined until known.
 * `read`: how it is switched by a record that the page reads itself.
 */
export function useStoreIsOpen(read?: boolean): boolean | undefined {
  const { data: status } = useSellerStatusQuery(undefined);
  const { days } = useHeld();
  const isActive = read ?? status?.isActive;
  return isActive && days !== 0;
}

/** Whether a plan has to be bought before the store can be opened. False until known. */
export function useNeedsPlan(): boolean {
  const { info, days } = useHeld();
  return info !== undefined && (days === null || days === 0);
}
