import i18next from 'i18next';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { type Changes, missingIn } from '../../../entities/order/edit/changes';
import type { Shortages } from '../../../entities/order/edit/orderEdit';
import { type SheetEdit, useSheetEdit } from '../../../entities/order/edit/useSheetEdit';
import { type Comparison, compare } from '../../../entities/order/order.changes';
import type { FullOrder } from '../../../entities/order/sheet';
import type { StockChecks } from '../../../entities/order/stockChecks';
import { isSeller } from '../../../entities/session/roles';
import { selectRoles } from '../../../entities/session/session.slice';
import type { AppError } from '../../../shared/api/appError';
import { useStore } from '../../../shared/hooks/useStore';
import { toast } from '../../../shared/ui/Toast';
import { type Decisions, makeDecisions } from './decisions';

export interface DialogDraft
  extends Decisions,
    Shortages,
    Pick<SheetEdit, 'real' | 'count' | 'lost' | 'submit' | 'discard'> {
  /** As they were typed. */
  readonly changes: Changes;
  readonly change: (part: Partial<Changes>) => void;
  readonly setPrice: (typeId: string, price: number | null) => void;
  readonly setQuantity: (typeId: string, quantity: number) => void;
  /** Whether the stock is asked for what is wanted. */
  readonly asksStock: boolean;
  /** A quantity that was pressed or typed: shown at once; a seller's own stock is asked for. */
  readonly want: (typeId: string, quantity: number) => void;
  readonly checks: StockChecks;
  /** Fields that are empty and must not be. */
  readonly missing: ReadonlySet<string>;
  /** What somebody else has changed since the user began; null when there is nothing to tell. */
  readonly theirs: Comparison | null;
  readonly acceptTheirs: () => void;
  readonly sending: boolean;
  /** What the server said when it did not take the changes. */
  readonly refusal: AppError | null;
}

/** What the user does with an order in its dialog. */
export function useDialogDraft(order: FullOrder): DialogDraft {
  const { made, state, ...sheet } = useSheetEdit('order-dialog', order, {
    onLanded: ({ named }) => toast.success(i18next.t('done.updated', { ns: 'order' }), named()),
  });
  const [decisions] = useState(() => makeDecisions(made, made, { by: 'cp' }));
  const { edit, checks, change, setQuantity } = made;
  const { shortages } = useStore(made.shortages);
  // An operator may not ask: there the server alone decides.
  const asksStock = isSeller(useSelector(selectRoles));
  const before = state.conflict?.before ?? (sheet.count > 0 && edit.isStale() ? state.before : null);
  return {
    ...decisions,
    ...sheet,
    shortages,
    changes: state.changes,
    change: (part) => change((now) => ({ ...now, ...part })),
    setPrice: (typeId, price) => change((now) => ({ ...now, prices: { ...now.prices, [typeId]: price } })),
    setQuantity,
    asksStock,
    want: asksStock ? checks.want : setQuantity,
    checks,
    missing: missingIn(sheet.real),
    theirs: before && compare(before, order),
    acceptTheirs: edit.keepMine,
    sending: state.sending,
    refusal: state.refusal?.error ?? null,
  };
}
