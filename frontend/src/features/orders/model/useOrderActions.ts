import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import type { Decision, Decisions } from './decisions';

/** How an order is edited in its dialog. */
export type Mode = 'quantities' | 'prices';

/** What is asked before it is done. `lost`: the last try had no answer. */
export type Question =
  | { readonly what: Decision | 'print'; readonly lost?: boolean }
  | { readonly what: 'edit'; readonly mode: Mode }
  /** `row`: the bin was pressed; `zero`: the quantity would be 0. */
  | { readonly what: 'row' | 'zero'; readonly product: OrderProduct; readonly line: OrderLine };

export interface OrderActions {
  readonly question: Question | null;
  readonly busy: boolean;
  readonly ask: (question: Question) => void;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

interface Options {
  readonly draft: Decisions & { readonly setQuantity: (typeId: string, quantity: number) => void };
  readonly onPrint: () => unknown;
  readonly onMode?: (mode: Mode) => void;
  readonly onDeleted?: () => void;
}

/** What may be done with an order and its lines, each thing after a question; one question at a time. */
export function useOrderActions({ draft, onPrint, onMode, onDeleted }: Options): OrderActions {
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  /** A second press that comes before the button is seen to wait. */
  const running = useRef(false);
  const [gone, setGone] = useState(false);
  const leave = useEffectEvent(() => onDeleted?.());
  // After the render in which the changes are gone: leaving then asks nothing.
  useEffect(() => {
    if (gone) leave();
  }, [gone]);

  /** Gives the question that is still open after it. */
  const run = async (asked: Question): Promise<Question | null> => {
    switch (asked.what) {
      case 'row':
      case 'zero':
        draft.setQuantity(asked.line.typeId, 0);
        return null;
      case 'print':
        await onPrint();
        return null;
      case 'edit':
        onMode?.(asked.mode);
        return null;
      case 'save':
      case 'cancel':
      case 'reopen':
      case 'discard':
      case 'delete': {
        const settled = await draft.settle(asked.what);
        if (settled === 'done' && asked.what === 'delete') setGone(true);
        return settled === 'lost' ? { what: asked.what, lost: true } : null;
      }
    }
  };
  return {
    question,
    busy,
    ask: setQuestion,
    close: () => {
      if (question && 'lost' in question && question.lost) draft.forgetDecision();
      setQuestion(null);
    },
    confirm: async () => {
      if (question === null || running.current) return;
      running.current = true;
      setBusy(true);
      try {
        setQuestion(await run(question));
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
