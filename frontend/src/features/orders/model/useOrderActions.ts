import { useState } from 'react';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { quantityChanged, unlocked } from './draft.slice';
import type { OrderDispatch, OrderSync } from './orderSync';

/** What is being asked before it is done. */
export type Question =
  | { readonly what: 'edit' }
  /** `key` stays over all tries of one decision; `lost`: the last try had no answer. */
  | { readonly what: 'save' | 'cancel'; readonly key: string; readonly lost: boolean }
  /** `row`: the bin was pressed; `delete`: the quantity would be 0. */
  | { readonly what: 'row' | 'delete'; readonly product: OrderProduct; readonly line: OrderLine };

export interface OrderActions {
  readonly question: Question | null;
  readonly busy: boolean;
  readonly ask: (what: 'edit' | 'save' | 'cancel') => void;
  readonly askRemove: (what: 'row' | 'delete', product: OrderProduct, line: OrderLine) => void;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

export function useOrderActions(orderId: string, sync: OrderSync, dispatch: OrderDispatch): OrderActions {
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);

  const settle = async (asked: Question & { readonly what: 'save' | 'cancel' }): Promise<void> => {
    setBusy(true);
    const outcome = await sync.settle(asked.what, asked.key);
    setBusy(false);
    setQuestion(outcome === 'lost' ? { ...asked, lost: true } : null);
  };

  const confirm = async (): Promise<void> => {
    switch (question?.what) {
      case 'save':
      case 'cancel':
        await settle(question);
        break;
      case 'row':
      case 'delete':
        dispatch(quantityChanged({ orderId, typeId: question.line.typeId, quantity: 0 }));
        setQuestion(null);
        break;
      case 'edit':
        dispatch(unlocked());
        setQuestion(null);
        break;
      case undefined:
        break;
    }
  };

  const close = (): void => {
    // Whether the try without an answer arrived: the order itself tells.
    if (question && 'lost' in question && question.lost) void sync.reload();
    setQuestion(null);
  };

  return {
    question,
    busy,
    ask: (what) => setQuestion(what === 'edit' ? { what } : { what, key: newIdempotencyKey(), lost: false }),
    askRemove: (what, product, line) => setQuestion({ what, product, line }),
    close,
    confirm,
  };
}
