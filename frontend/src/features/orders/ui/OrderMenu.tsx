import { Ban, PencilLine, Save } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { mayCancel, mayEdit, maySave, type OrderStatus } from '../../../entities/order/status';
import { iconStroke } from '../../../shared/theme/tokens';
import { ActionMenu, type ActionMenuItem } from '../../../shared/ui/ActionMenu';

interface OrderMenuProps {
  readonly status: OrderStatus;
  readonly editing: boolean;
  readonly onAsk: (what: 'edit' | 'save' | 'cancel') => void;
}

const icon = { size: 20, strokeWidth: iconStroke, 'aria-hidden': true } as const;

/** What may be done with the order as a whole; nothing at all with a cancelled one. */
export function OrderMenu({ status, editing, onAsk }: OrderMenuProps): ReactElement | null {
  const { t } = useTranslation('order');
  const items: ActionMenuItem[] = [];
  if (maySave(editing)) {
    items.push({ id: 'save', label: t('menu.save'), icon: <Save {...icon} />, onAction: () => onAsk('save') });
  }
  if (mayEdit(status, editing)) {
    items.push({ id: 'edit', label: t('menu.edit'), icon: <PencilLine {...icon} />, onAction: () => onAsk('edit') });
  }
  if (mayCancel(status)) {
    const sign = <Ban {...icon} />;
    items.push({ id: 'cancel', label: t('menu.cancel'), icon: sign, tone: 'danger', onAction: () => onAsk('cancel') });
  }
  if (items.length === 0) return null;
  return <ActionMenu label={t('menu.label')} trigger="button" items={items} />;
}
