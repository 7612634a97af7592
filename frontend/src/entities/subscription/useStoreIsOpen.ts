import { useSellerStatusQuery } from '../seller/endpoints';
import { capabilitiesOf } from '../seller/sellerType';
import { useSubscriptionQuery } from './endpoints';
import { useDaysLeft } from './useDaysLeft';

/** `info`: undefined until known, and for sellers who need no subscription. */
function useOwnSubscription() {
  const { data: status } = useSellerStatusQuery(undefined);
  const subscribes = status !== undefined && capabilitiesOf(status.type).floatingMenu;
  const { data } = useSubscriptionQuery(undefined, { skip: !subscribes });
  const info = subscribes ? data : undefined;
  return { status, info, days: useDaysLeft(info) };
}

/**
 * Whether the store is open: no longer from the second at which the subscription ends. Undefined until known.
 * `read`: the store's switch, on a page that reads it itself.
 */
export function useStoreIsOpen(read?: boolean): boolean | undefined {
  const { status, days } = useOwnSubscription();
  const isActive = read ?? status?.isActive;
  return isActive && days !== 0;
}

/** Whether a plan has to be bought before the store can be opened. False until known. */
export function useNeedsPlan(): boolean {
  const { info, days } = useOwnSubscription();
  return info !== undefined && (days === null || days === 0);
}
