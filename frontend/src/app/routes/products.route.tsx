import i18next from 'i18next';
import { type ReactElement, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { SORTS, STOCKS } from '../../entities/product/catalogue/types';
import { brandsOf, FILTERS, searchOf } from '../../features/catalogue/model/filter';
import { leavesByBack } from '../../features/catalogue/model/leaving';
import { notedPlace } from '../../features/catalogue/model/place';
import { useProductsView } from '../../features/catalogue/model/view';
import type { CardProps, ListProps } from '../../features/catalogue/ui/Products';
import { ProductsPage } from '../../features/catalogue/ui/ProductsPage';
import { ViewButton } from '../../features/catalogue/ui/ViewButton';
import { EditingProvider } from '../../features/product-editor/ui/EditingProvider';
import { ProductCard } from '../../features/product-editor/ui/ProductCard';
import { BulkMenu } from '../../features/product-files/ui/BulkMenu';
import { type LeaveRule, useLeaveGuard } from '../../shared/navigation/leaveGuard';
import { paths } from '../../shared/navigation/paths';
import { oneOf, withoutAll } from '../../shared/navigation/query';
import type { RouteHandle } from '../../shared/navigation/routeModule';
import { cameFrom } from '../../shared/navigation/trail';
import { useQueryParams } from '../../shared/navigation/useQueryParams';
import { lazyBlock } from '../../shared/ui/lazyBlock';

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

const TypeList = lazyBlock(async () => (await import('../../features/product-editor/ui/TypeList')).TypeList);

/** What is pasted into the list is looked at and saved as a file is. */
function List(props: ListProps): ReactElement {
  const navigate = useNavigate();
  return (
    <TypeList {...props} onPaste={(pasted) => void navigate(paths.productsImport.href(), { state: { pasted } })} />
  );
}

/** A product of the list, edited in place. */
const Card = (props: CardProps): ReactElement => <ProductCard {...props} canEdit />;

/** `?search=…&brands=id,id&sort=newest`. A filter adds no history entry, so Back leads to the dashboard. */
export function Component(): ReactElement {
  const navigate = useNavigate();
  const { params, change } = useQueryParams();
  useBackToDashboard();
  const [view, setView] = useProductsView();
  const [from] = useState(() => (cameFrom()?.startsWith(BASKET) === true ? notedPlace() : null));
  const [search, brands, sort, stock] = FILTERS.map((name) => params.get(name));
  const filter = useMemo(
    () => ({
      search: searchOf(search ?? ''),
      brands: brandsOf(brands ?? null),
      sort: oneOf(SORTS, sort ?? null, 'default'),
      stock: STOCKS.find((one) => one === stock),
    }),
    [search, brands, sort, stock],
  );
  const set = (name: (typeof FILTERS)[number], value: string, none: string): void =>
    change({ [name]: value === none ? null : value }, { replace: true });
  return (
    <EditingProvider>
      <ProductsPage
        filter={filter}
        from={from}
        Card={Card}
        List={List}
        view={view}
        onSearch={(text) => set('search', text, '')}
        onBrands={(ids) => set('brands', brandsOf(ids.join(',')).join(','), '')}
        onSort={(order) => set('sort', order, 'default')}
        onStock={(left) => set('stock', left ?? '', '')}
        onClear={() => change(withoutAll(FILTERS), { replace: true })}
        actions={
          <>
            <ViewButton view={view} onView={setView} />
            <BulkMenu onImport={() => void navigate(paths.productsImport.href())} />
          </>
        }
      />
    </EditingProvider>
  );
}
