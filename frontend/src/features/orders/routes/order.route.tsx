import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useDialogs } from '../../../shared/navigation/dialogs';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { draftSlice } from '../model/draft.slice';
import { OrderPage } from '../ui/OrderPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'order' }) };

export const slice = draftSlice;

const here = { preventScrollReset: true } as const;

interface UrlSheet {
  /** Null while it is closed. */
  readonly value: string | null;
  readonly open: (value: string) => void;
  readonly close: () => void;
}

/** A sheet of this page that is open while the address has its parameter, so that Back closes it. */
function useSheet(name: string): UrlSheet {
  const location = useLocation();
  const navigate = useNavigate();
  const searchWith = (value: string | null): string => {
    const params = new URLSearchParams(location.search);
    if (value === null) params.delete(name);
    else params.set(name, value);
    return params.toString();
  };
  const opened = (location.state as { sheet?: unknown } | null)?.sheet === name;
  return {
    value: new URLSearchParams(location.search).get(name),
    open: (value) => {
      void navigate({ search: searchWith(value) }, { ...here, state: { sheet: name } });
    },
    close: () => {
      // A link straight to the open sheet has no entry below it to go back to.
      if (opened) void navigate(-1);
      else void navigate({ search: searchWith(null) }, { ...here, replace: true });
    },
  };
}

export function Component(): ReactElement {
  const { customerId = '', orderId = '' } = useParams();
  const dialogs = useDialogs();
  const type = useSheet('type');
  const calculator = useSheet('calculator');
  return (
    <OrderPage
      key={orderId}
      customerId={customerId}
      orderId={orderId}
      infoTypeId={type.value}
      onInfo={type.open}
      onInfoClose={type.close}
      calculating={calculator.value !== null}
      onCalculator={() => calculator.open('1')}
      onCalculatorClose={calculator.close}
      onPrint={() => dialogs.open('invoice', orderId)}
      onHistory={() => dialogs.open('history', orderId)}
    />
  );
}
