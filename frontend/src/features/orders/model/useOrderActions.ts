import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import type { Settling } from '../api/endpoints';
import type { OrderDraft } from './orderDraft';
import { type Questions, useQuestions } from './useQuestions';

/** `row`: the bin was pressed; `zero`: the quantity would be 0. */
export interface LineQuestion {
  readonly what: 'row' | 'zero';
  readonly product: OrderProduct;
  readonly line: OrderLine;
}

/** What is asked about the order as a whole; `lost`: the last try had no answer. */
export interface OrderQuestion<What extends string> {
  readonly what: What;
  readonly lost?: boolean;
}

export type Question = OrderQuestion<Settling | 'print'> | LineQuestion;
export type OrderActions = Questions<Question>;

export function useOrderActions(draft: OrderDraft, onPrint: () => void): OrderActions {
  const run = async (asked: Question): Promise<Question | null> => {
    switch (asked.what) {
      case 'row':
      case 'zero':
        draft.change(asked.line.typeId, 0);
        return null;
      case 'print':
        // The paper is made of what the server has.
        if (await draft.push()) onPrint();
        return null;
      case 'save':
      case 'cancel':
      case 'reopen':
      case 'discard':
        return (await draft.settle(asked.what)) === 'lost' ? { ...asked, lost: true } : null;
    }
  };
  return useQuestions(run, (asked) => {
    if ('lost' in asked && asked.lost) draft.forgetDecision();
  });
}
