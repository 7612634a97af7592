import { Ban, History, PencilLine, Printer, Save, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { mayCancel, mayDiscard, mayEdit, maySave } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { ActionMenu, type ActionMenuItem } from '../../../shared/ui/ActionMenu';
import type { OrderActions } from '../model/useOrderActions';

interface OrderMenuProps {
  readonly order: Pick<Order, 'status' | 'reopened'>;
  /** Nothing can be done at the moment. */
  readonly offline: boolean;
  readonly onAsk: OrderActions['ask'];
  readonly onHistory: () => void;
}

/** What may be done with the order as a whole. */
export function OrderMenu({ order: { status, reopened }, offline, onAsk, onHistory }: OrderMenuProps): ReactElement {
  const t = useText('order');
  const all: readonly (ActionMenuItem & { readonly when: boolean })[] = [
    {
      id: 'save',
      when: maySave(status),
      icon: <Save />,
      label: t('menu.save'),
      onAction: () => onAsk({ what: 'save' }),
    },
    {
      id: 'edit',
      when: mayEdit(status),
      icon: <PencilLine />,
      label: t('menu.edit'),
      onAction: () => onAsk({ what: 'reopen' }),
    },
    { id: 'print', when: true, icon: <Printer />, label: t('menu.print'), onAction: () => onAsk({ what: 'print' }) },
    { id: 'history', when: true, icon: <History />, label: t('menu.history'), onAction: onHistory },
    {
      id: 'discard',
      when: mayDiscard(status, reopened),
      icon: <Undo2 className="flip" />,
      label: t('menu.discard'),
      tone: 'danger',
      onAction: () => onAsk({ what: 'discard' }),
    },
    {
      id: 'cancel',
      when: mayCancel(status),
      icon: <Ban />,
      label: t('menu.cancel'),
      tone: 'danger',
      onAction: () => onAsk({ what: 'cancel' }),
    },
  ];
  const disabledReason = offline ? t('offline.short') : undefined;
  const items = all.filter(({ when }) => when).map((item): ActionMenuItem => ({ ...item, disabledReason }));
  return <ActionMenu label={t('menu.label')} trigger="button" items={items} />;
}
