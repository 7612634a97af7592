import i18next from 'i18next';
import type { ReactElement } from 'react';
import { Navigate } from 'react-router';
import { useSellerStatusQuery } from '../../../entities/seller/endpoints';
import { capabilitiesOf } from '../../../entities/seller/sellerType';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { InvoicesPage } from '../ui/InvoicesPage';

export const handle: RouteHandle = { title: () => i18next.t('list', { ns: 'commissionInvoices' }) };

/** `?search=…`. */
export function Component(): ReactElement {
  const { params, change } = useQueryParams();
  const status = useSellerStatusQuery(undefined);
  if (status.data && capabilitiesOf(status.data.type).sentFromInvoices) {
    return <Navigate to={paths.logIn.href()} replace />;
  }
  return (
    <InvoicesPage
      search={params.get('search')?.trim() ?? ''}
      waiting={status.isLoading}
      onSearch={(search) => change({ search: search === '' ? null : search }, { replace: true })}
    />
  );
}
