import type { ReactElement } from 'react';
import type { Order } from '../../../entities/order/types';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import type { Draft } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';

const ConflictDialog = lazyLayer(async () => (await import('./ConflictDialog')).ConflictDialog);

/** For lazyLayer, which asks again when it cannot load the dialog: a conflict has to be decided, so nothing closes it. */
const undecided = (): void => undefined;

interface OrderConflictProps {
  /** The server's copy. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
  /** Another question comes first. */
  readonly waits: boolean;
}

/** Asks which version stays when the order was changed elsewhere. */
export function OrderConflict({ waits, ...page }: OrderConflictProps): ReactElement | null {
  const { conflict } = page.draft;
  return conflict && !waits ? <ConflictDialog {...page} conflict={conflict} onClose={undecided} /> : null;
}
