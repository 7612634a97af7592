import { Ban, History as HistoryIcon, PencilLine, Printer, Save, Trash2, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { isEditable, mayCancel, mayDiscard, mayReopen } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { ActionMenu, type ActionMenuItem } from '../../../shared/ui/ActionMenu';
import type { OrderActions } from '../model/useOrderActions';

interface OrderMenuProps {
  readonly order: Pick<Order, 'status' | 'reopened'>;
  /** Saving and deleting are offered in the dialog; reopening and discarding on the page, which has a button to save. */
  readonly within: 'page' | 'dialog';
  readonly trigger?: 'icon' | 'button';
  /** Why nothing can be done at the moment; `noSaving`: why it cannot be saved. */
  readonly disabledReason?: string | undefined;
  readonly noSaving?: string | undefined;
  readonly onAsk: OrderActions['ask'];
  readonly onHistory: () => void;
}

/** The actions of the order as a whole. */
export function OrderMenu(props: OrderMenuProps): ReactElement {
  const { order, within, trigger = 'button', disabledReason, noSaving, onAsk, onHistory } = props;
  const { status, reopened } = order;
  const t = useText('order');
  const page = within === 'page';
  const item = (id: 'save' | 'reopen' | 'print' | 'discard' | 'cancel' | 'delete') => ({
    id,
    label: t(`menu.${id}`),
    disabledReason,
    onAction: () => onAsk({ what: id }),
  });
  const danger = { tone: 'danger' } as const;
  const all: readonly (ActionMenuItem | false)[] = [
    // Saving sends the changes first.
    !page && isEditable(status) && { ...item('save'), icon: <Save />, disabledReason: disabledReason ?? noSaving },
    page && mayReopen(status) && { ...item('reopen'), icon: <PencilLine /> },
    { ...item('print'), icon: <Printer /> },
    { id: 'history', label: t('menu.history'), icon: <HistoryIcon />, disabledReason, onAction: onHistory },
    page && mayDiscard(status, reopened) && { ...item('discard'), icon: <Undo2 className="flip" />, ...danger },
    mayCancel(status) && { ...item('cancel'), icon: <Ban />, ...danger },
    !page && {
      ...item('delete'),
      icon: <Trash2 />,
      ...danger,
      ...(status === 'registered' && { label: t('menu.deleteLater'), disabled: true }),
    },
  ];
  return <ActionMenu label={t('menu.label')} trigger={trigger} items={all.filter((one) => one !== false)} />;
}
