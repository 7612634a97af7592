import i18next from 'i18next';
import { type ReactElement, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { SORTS } from '../../entities/product/catalogue/types';
import { brandsOf, FILTERS, searchOf } from '../../features/catalogue/model/filter';
import { leavesByBack } from '../../features/catalogue/model/leaving';
import { notedPlace } from '../../features/catalogue/model/place';
import type { CardProps } from '../../features/catalogue/ui/Products';
import { ProductsPage } from '../../features/catalogue/ui/ProductsPage';
import { EditingProvider } from '../../features/product-editor/ui/EditingProvider';
import { ProductCard } from '../../features/product-editor/ui/ProductCard';
import { BulkMenu } from '../../features/product-files/ui/BulkMenu';
import { type LeaveRule, useLeaveGuard } from '../../shared/navigation/leaveGuard';
import { paths } from '../../shared/navigation/paths';
import { oneOf, withoutAll } from '../../shared/navigation/query';
import type { RouteHandle } from '../../shared/navigation/routeModule';
import { cameFrom } from '../../shared/navigation/trail';
import { useQueryParams } from '../../shared/navigation/useQueryParams';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'catalogue' }) };

const BASKET = '/basket/';

function useBackToDashboard(): void {
  const navigate = useNavigate();
  useLeaveGuard(
    useMemo(
      (): LeaveRule => ({
        blocks: leavesByBack,
        below: paths.dashboard.href(),
        instead: () => void navigate(paths.dashboard.href(), { replace: true }),
      }),
      [navigate],
    ),
  );
}

/** A product of the list, edited in place. */
const Card = (props: CardProps): ReactElement => <ProductCard {...props} canEdit />;

/** `?search=…&brands=id,id&sort=newest`. A filter adds no history entry, so Back leads to the dashboard. */
export function Component(): ReactElement {
  const navigate = useNavigate();
  const { params, change } = useQueryParams();
  useBackToDashboard();
  const [from] = useState(() => (cameFrom()?.startsWith(BASKET) === true ? notedPlace() : null));
  const [search, brands, sort] = FILTERS.map((name) => params.get(name));
  const filter = useMemo(
    () => ({
      search: searchOf(search ?? ''),
      brands: brandsOf(brands ?? null),
      sort: oneOf(SORTS, sort ?? null, 'default'),
    }),
    [search, brands, sort],
  );
  const set = (name: (typeof FILTERS)[number], value: string, none: string): void =>
    change({ [name]: value === none ? null : value }, { replace: true });
  return (
    <EditingProvider>
      <ProductsPage
        filter={filter}
        from={from}
        Card={Card}
        onSearch={(text) => set('search', text, '')}
        onBrands={(ids) => set('brands', brandsOf(ids.join(',')).join(','), '')}
        onSort={(order) => set('sort', order, 'default')}
        onClear={() => change(withoutAll(FILTERS), { replace: true })}
        actions={<BulkMenu onImport={() => void navigate(paths.productsImport.href())} />}
      />
    </EditingProvider>
  );
}
