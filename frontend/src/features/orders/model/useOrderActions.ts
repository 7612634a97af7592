import { useRef, useState } from 'react';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import type { Settling } from '../api/endpoints';
import type { OrderDraft } from './orderDraft';

/** What is being asked before it is done. */
export type Question =
  | { readonly what: 'print' }
  /** `lost`: the last try had no answer. */
  | { readonly what: Settling; readonly lost: boolean }
  /** `row`: the bin was pressed; `delete`: the quantity would be 0. */
  | { readonly what: 'row' | 'delete'; readonly product: OrderProduct; readonly line: OrderLine };

export interface OrderActions {
  readonly question: Question | null;
  readonly busy: boolean;
  readonly ask: (what: Settling | 'print') => void;
  readonly askRemove: (what: 'row' | 'delete', product: OrderProduct, line: OrderLine) => void;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

export function useOrderActions(draft: OrderDraft, onPrint: () => void): OrderActions {
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  /** A second press that comes before the button is seen to wait. */
  const running = useRef(false);

  const run = async (asked: Question): Promise<Question | null> => {
    switch (asked.what) {
      case 'row':
      case 'delete':
        draft.change(asked.line.typeId, 0);
        return null;
      case 'print':
        // The paper is made of what the server has.
        if (await draft.push()) onPrint();
        return null;
      case 'save':
      case 'cancel':
      case 'reopen':
      case 'discard': {
        const outcome = await draft.settle(asked.what);
        return outcome === 'lost' ? { ...asked, lost: true } : null;
      }
    }
  };

  const confirm = async (): Promise<void> => {
    if (!question || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      setQuestion(await run(question));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const close = (): void => {
    if (question && 'lost' in question && question.lost) draft.forgetDecision();
    setQuestion(null);
  };

  return {
    question,
    busy,
    ask: (what) => setQuestion(what === 'print' ? { what } : { what, lost: false }),
    askRemove: (what, product, line) => setQuestion({ what, product, line }),
    close,
    confirm,
  };
}
