import type { ReactElement } from 'react';
import type { MenuPart } from '../model/parts';
import { AccountDialog } from './AccountDialog';
import { StatusSheet } from './StatusSheet';
import { StoreDialog } from './StoreDialog';
import { SubscriptionSheet } from './SubscriptionSheet';

export interface MenuPartsProps {
  readonly part: MenuPart;
  readonly onOpen: (part: MenuPart) => void;
  readonly onClose: () => void;
  /** Shows a payment. */
  readonly onPayment: (id: string) => void;
}

/** What the round button opens: the list of the three items, or one of them. */
export function MenuParts({ part, onOpen, onClose, onPayment }: MenuPartsProps): ReactElement {
  switch (part) {
    case 'status':
      return <StatusSheet onOpen={onOpen} onClose={onClose} />;
    case 'account':
      return <AccountDialog onClose={onClose} />;
    case 'subscription':
      return <SubscriptionSheet onClose={onClose} onPayment={onPayment} />;
    case 'store':
      return <StoreDialog onClose={onClose} onPlans={() => onOpen('subscription')} />;
  }
}
