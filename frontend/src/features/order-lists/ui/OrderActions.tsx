import { Eye, History as HistoryIcon, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import type { DialogName } from '../../../shared/navigation/dialogs';
import { ActionMenu } from '../../../shared/ui/ActionMenu';
import type { OrderRow } from '../api/map';

interface OrderActionsProps {
  readonly order: OrderRow;
  readonly onDialog: (name: DialogName, orderId: string) => void;
}

/** What can be done with an order without leaving the list. */
export function OrderActions({ order, onDialog }: OrderActionsProps): ReactElement {
  const t = useText('customer');
  const dialog = (name: DialogName) => () => onDialog(name, order.id);
  return (
    <ActionMenu
      label={t('actions.label', { code: localDigits(order.code) })}
      items={[
        { id: 'order', label: t('actions.show'), icon: <Eye />, onAction: dialog('order') },
        { id: 'invoice', label: t('actions.print'), icon: <Printer />, onAction: dialog('invoice') },
        { id: 'history', label: t('actions.history'), icon: <HistoryIcon />, onAction: dialog('history') },
      ]}
    />
  );
}
