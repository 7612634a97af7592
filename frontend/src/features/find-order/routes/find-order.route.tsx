import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useDialogs } from '../../../shared/navigation/dialogs';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { orderCodeOf } from '../model/orderCode';
import { FindOrderPage } from '../ui/FindOrderPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'findOrder' }) };

/** `?code=1405-08-000123`: the code that is searched for, so that Back and a reload find it again. */
const CODE = 'code';

export function Component(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const { openDialog } = useDialogs();
  const code = orderCodeOf(search.get(CODE) ?? '');
  return (
    <FindOrderPage
      code={code}
      onFind={(wanted) => setSearch({ [CODE]: wanted })}
      onOpen={(orderId) => openDialog('order', orderId)}
    />
  );
}
