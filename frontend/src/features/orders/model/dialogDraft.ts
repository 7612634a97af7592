import i18next from 'i18next';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { type Changes, missingIn } from '../../../entities/order/edit/changes';
import { useSheetEdit } from '../../../entities/order/edit/useSheetEdit';
import { compare, lineName } from '../../../entities/order/order.changes';
import type { FullOrder } from '../../../entities/order/sheet';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import { isSeller } from '../../../entities/session/roles';
import { selectRoles } from '../../../entities/session/session.slice';
import { useStore } from '../../../shared/hooks/useStore';
import { toast } from '../../../shared/ui/Toast';
import { makeDecisions } from './decisions';

export type DialogDraft = ReturnType<typeof useDialogDraft>;

/** The user's changes of an order in its dialog, and the decisions about it. */
export function useDialogDraft(order: FullOrder) {
  const { made, state, ...sheet } = useSheetEdit('order-dialog', order, {
    onLanded: ({ named }) => toast.success(i18next.t('done.updated', { ns: 'order' }), named()),
  });
  const [decisions] = useState(() => makeDecisions(made, made, { by: 'cp' }));
  const { edit, checks, change, setQuantity, named } = made;
  const { shortages } = useStore(made.shortages);
  // An operator cannot ask for the stock: only the server checks it.
  const asksStock = isSeller(useSelector(selectRoles));
  const before = state.conflict?.before ?? (sheet.count > 0 && edit.isStale() ? state.before : null);
  return {
    ...decisions,
    ...sheet,
    shortages,
    /** As typed. */
    changes: state.changes,
    change: (part: Partial<Changes>): void => change((now) => ({ ...now, ...part })),
    setPrice: (typeId: string, price: number | null): void =>
      change((now) => ({ ...now, prices: { ...now.prices, [typeId]: price } })),
    /** Offers the way back, as nothing is sent yet. */
    remove: (product: OrderProduct, line: OrderLine): void => {
      setQuantity(line.typeId, 0);
      const back = (): void => setQuantity(line.typeId, line.quantity);
      const action = { label: i18next.t('undo', { ns: 'ui' }), onAction: back };
      toast.success(i18next.t('removed', { ns: 'order', name: lineName(product, line) }), { ...named(), action });
    },
    asksStock,
    /** Sets a quantity that was pressed or typed; for a seller, its stock is asked for. */
    want: asksStock ? checks.want : setQuantity,
    checks,
    /** Required fields that are empty. */
    missing: missingIn(sheet.real),
    /** What somebody else has changed since the user began; null when there is nothing to report. */
    theirs: before && compare(before, order),
    acceptTheirs: edit.keepMine,
    sending: state.sending,
    /** The server's answer when it refused the changes. */
    refusal: state.refusal?.error ?? null,
  };
}
