import i18next from 'i18next';
import type { ReactElement } from 'react';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { InvoicesPage } from '../ui/InvoicesPage';
import { useSentAway } from './useSentAway';

export const handle: RouteHandle = { title: () => i18next.t('list', { ns: 'commissionInvoices' }) };

/** `?search=…`. */
export function Component(): ReactElement {
  const { params, change } = useQueryParams();
  const { instead, waiting } = useSentAway();
  if (instead) return instead;
  return (
    <InvoicesPage
      search={params.get('search')?.trim() ?? ''}
      waiting={waiting}
      onSearch={(search) => change({ search: search === '' ? null : search }, { replace: true })}
    />
  );
}
