import { useSellerStatusQuery } from '../seller/endpoints';
import { capabilitiesOf } from '../seller/sellerType';
import { useSubscriptionQuery } from './endpoints';
import { useDaysLeft } from './useDaysLeft';

/** Whether the store is open: not any more from the second at which the subscription ends. Undefined until known. */
export function useStoreIsOpen(): boolean | undefined {
  const { data: status } = useSellerStatusQuery(undefined);
  const subscribes = status !== undefined && capabilitiesOf(status.type).floatingMenu;
  const { data: info } = useSubscriptionQuery(undefined, { skip: !subscribes });
  const days = useDaysLeft(subscribes ? info : undefined);
  return status && status.isActive && days !== 0;
}
