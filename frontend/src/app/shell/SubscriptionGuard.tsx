import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { useSellerStatusQuery } from '../../entities/seller/endpoints';
import { capabilitiesOf } from '../../entities/seller/sellerType';
import { isSeller } from '../../entities/session/roles';
import { selectRoles } from '../../entities/session/session.slice';
import { lazyPart, NotYet } from '../../shared/ui/lazyPart';

// Without its code the page goes on as it is; the server switches the store off in any case.
const Watch = lazyPart(async () => (await import('./SubscriptionWatch')).SubscriptionWatch, NotYet, ['subscription']);

/** Watches the end of the subscription, for those who have one. */
export function SubscriptionGuard(): ReactElement | null {
  const roles = useSelector(selectRoles);
  const { data: status } = useSellerStatusQuery(undefined, { skip: !isSeller(roles) });
  if (!isSeller(roles) || !status || !capabilitiesOf(status.type).floatingMenu) return null;
  return <Watch />;
}
