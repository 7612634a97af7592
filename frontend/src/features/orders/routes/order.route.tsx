import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { draftSlice } from '../model/draft.slice';
import { OrderPage } from '../ui/OrderPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'order' }) };

export const slice = draftSlice;

/** `?type=<id>`: the information of a type is open, and Back closes it. */
const TYPE = 'type';
const here = { preventScrollReset: true } as const;

export function Component(): ReactElement {
  const { customerId = '', orderId = '' } = useParams();
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const opened = (location.state as { opened?: boolean } | null)?.opened === true;
  return (
    <OrderPage
      key={orderId}
      customerId={customerId}
      orderId={orderId}
      infoTypeId={search.get(TYPE)}
      onInfo={(typeId) => {
        void navigate({ search: `?${TYPE}=${encodeURIComponent(typeId)}` }, { ...here, state: { opened: true } });
      }}
      onInfoClose={() => {
        // A link straight to the open sheet has no entry below it to go back to.
        if (opened) void navigate(-1);
        else void navigate({ search: '' }, { ...here, replace: true });
      }}
    />
  );
}
