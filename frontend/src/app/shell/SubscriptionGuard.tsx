import { lazy, type ReactElement, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { useSellerStatusQuery } from '../../entities/seller/endpoints';
import { capabilitiesOf } from '../../entities/seller/sellerType';
import { isSeller } from '../../entities/session/roles';
import { selectRoles } from '../../entities/session/session.slice';
import { loadNamespaces } from '../../shared/i18n/i18n';
import { loadChunk } from '../../shared/lib/chunks';
import { DialogBoundary } from '../../shared/ui/DialogBoundary';

const Watch = lazy(async () => {
  const [module] = await loadChunk(() =>
    Promise.all([import('./SubscriptionWatch'), loadNamespaces(['subscription'])]),
  );
  return { default: module.SubscriptionWatch };
});

/** Watches the end of the subscription, for those who have one; others do not even fetch its code. */
export function SubscriptionGuard(): ReactElement | null {
  const roles = useSelector(selectRoles);
  const { data: status } = useSellerStatusQuery(undefined, { skip: !isSeller(roles) });
  if (!isSeller(roles) || !status || !capabilitiesOf(status.type).floatingMenu) return null;
  // Without its code the page goes on as it is; the server switches the store off in any case.
  return (
    <DialogBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Watch />
      </Suspense>
    </DialogBoundary>
  );
}
