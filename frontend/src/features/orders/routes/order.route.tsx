import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { useDialogs } from '../../../shared/navigation/dialogs';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useUrlSheet } from '../../../shared/navigation/useUrlSheet';
import { OrderPage } from '../ui/OrderPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'order' }) };

export function Component(): ReactElement {
  const { customerId = '', orderId = '' } = useParams();
  const dialogs = useDialogs();
  const type = useUrlSheet('type');
  const calculator = useUrlSheet('calculator');
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
      onPrint={() => dialogs.openDialog('invoice', orderId)}
      onHistory={() => dialogs.openDialog('history', orderId)}
    />
  );
}
