import i18next from 'i18next';
import { useState } from 'react';
import { applied, type Changes, changesTotals } from '../../../entities/order/edit/changes';
import type { OrderState } from '../../../entities/order/edit/orderEdit';
import { type SheetEdit, useSheetEdit } from '../../../entities/order/edit/useSheetEdit';
import { linesOf, orderTotals } from '../../../entities/order/order.math';
import type { FullOrder } from '../../../entities/order/sheet';
import type { OrderSheet } from '../../../entities/order/types';
import { errorLines } from '../../../shared/api/errorLines';
import { codeInText } from '../../../shared/lib/digits';
import { toast } from '../../../shared/ui/Toast';

/** Why the last save was not taken, and what the changes were made on. */
export interface Refusal {
  readonly lines: readonly string[];
  readonly before: OrderSheet;
  readonly changes: Changes;
}

export interface InvoiceDraft extends Pick<SheetEdit, 'lost' | 'discard'> {
  /** The paper with the user's changes. */
  readonly sheet: OrderSheet;
  readonly editable: boolean;
  readonly dirty: boolean;
  /** Type → the digits in its field, where they differ from the server's; may be empty while typing. */
  readonly typed: Readonly<Record<string, string>>;
  /** Type → the server's quantity. */
  readonly saved: Readonly<Record<string, number>>;
  /** Types whose digits are not a quantity. Such a line is not changed. */
  readonly wrong: readonly string[];
  readonly sending: boolean;
  readonly refusal: Refusal | null;
  readonly setQuantity: (typeId: string, digits: string) => void;
  readonly setPaperBill: (amount: number | null) => void;
  readonly setNote: (text: string) => void;
  /** Sends the changes, or repeats an attempt that got no answer. True when they are saved. */
  readonly save: () => Promise<boolean>;
  readonly seen: () => void;
}

/** Only an open order: reopening a registered one is an act of its own, on the order's page. */
export const mayChange = ({ status }: OrderSheet): boolean => status === 'open';

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

/**
 * The changes of one paper. Nothing is sent before the user saves: a printed paper carries a code that people check
 * against the server, so it is either saved or marked as a draft.
 */
export function useInvoiceDraft(order: OrderSheet): InvoiceDraft {
  const { made, state, real, count, lost, submit, discard } = useSheetEdit('invoice', order, {
    // The notice above the paper says it.
    failsInPlace: true,
    onLanded: ({ reread }) => {
      const thing = i18next.t('titleOf', { ns: 'invoice', code: codeInText(order.code) });
      toast.success(i18next.t('edit.saved', { ns: 'invoice' }), { thing });
      // So that the saved state is printed.
      return reread();
    },
  });
  const { edit, change } = made;
  const [none, setNone] = useState<Readonly<Record<string, string>>>({});
  // A line that somebody else has removed needs no correction any more.
  const wrong = linesOf(order.products).flatMap(({ typeId }) => (typeId in none ? [typeId] : []));
  const next = applied(order, state.changes);
  // Only the server knows the discounts of changed quantities.
  const counted = changesTotals(real) && order.discounts.length === 0;
  const { conflict, sent } = state;
  return {
    sheet: counted ? { ...next, totals: orderTotals(next) } : next,
    editable: mayChange(order) && sent === null,
    dirty: count + wrong.length > 0 || sent !== null,
    typed: {
      ...Object.fromEntries(Object.entries(real.quantities).map(([typeId, quantity]) => [typeId, String(quantity)])),
      ...none,
    },
    saved: Object.fromEntries(linesOf(order.products).map(({ typeId, quantity }) => [typeId, quantity])),
    wrong,
    sending: state.sending,
    lost,
    refusal: refusalOf(state),
    setQuantity: (typeId, digits) => {
      const quantity = Number(digits);
      const others = without(none, typeId);
      setNone(quantity >= 1 ? others : { ...others, [typeId]: digits });
      change(({ quantities, ...changes }) => ({
        ...changes,
        quantities: { ...without(quantities, typeId), ...(quantity >= 1 && { [typeId]: quantity }) },
      }));
    },
    setPaperBill: (paperBill) => change((changes) => ({ ...changes, paperBill })),
    setNote: (note) => change((changes) => ({ ...changes, note })),
    save: async () => {
      if (conflict) edit.keepMine();
      return submit();
    },
    discard: () => {
      setNone({});
      discard();
    },
    seen: () => {
      if (!conflict) edit.set({ refusal: null });
      else if (mayChange(order)) edit.keepMine();
      else {
        setNone({});
        edit.takeTheirs();
      }
    },
  };
}

function refusalOf({ conflict, refusal, changes }: OrderState<FullOrder>): Refusal | null {
  if (refusal) return { lines: errorLines(refusal.error, 'server'), before: refusal.on, changes: refusal.changes };
  if (!conflict) return null;
  return { lines: conflict.error ? errorLines(conflict.error, 'server') : [], before: conflict.before, changes };
}
