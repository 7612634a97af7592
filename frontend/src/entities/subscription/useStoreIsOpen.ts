import { useSellerStatusQuery } from '../seller/endpoints';
import { capabilitiesOf } from '../seller/sellerType';
import { useSubscriptionQuery } from './endpoints';
import { useDaysLeft } from './useDaysLeft';

/**
 * Whether the store is open: not any more from the second at which the subscription ends. Undefined until known.
 * `read`: how it is switched by a record that the page reads itself.
 */
export function useStoreIsOpen(read?: boolean): boolean | undefined {
  const { data: status } = useSellerStatusQuery(undefined);
  const subscribes = status !== undefined && capabilitiesOf(status.type).floatingMenu;
  const { data: info } = useSubscriptionQuery(undefined, { skip: !subscribes });
  const days = useDaysLeft(subscribes ? info : undefined);
  const isActive = read ?? status?.isActive;
  return isActive && days !== 0;
}
