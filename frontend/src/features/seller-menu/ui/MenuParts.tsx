import type { ReactElement } from 'react';
import { AccountDialog } from './AccountDialog';
import type { MenuPart, SellerMenuProps } from './SellerMenu';
import { StatusSheet } from './StatusSheet';
import { StoreDialog } from './StoreDialog';
import { SubscriptionSheet } from './SubscriptionSheet';

interface MenuPartsProps extends SellerMenuProps {
  readonly part: MenuPart;
}

/** The sheet or dialog that is open. */
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
