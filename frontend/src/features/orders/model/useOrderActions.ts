import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import type { Decision, Decisions } from './decisions';

/** How an order is edited in its dialog. */
export type Mode = 'quantities' | 'prices';

/** An action that the user has to confirm. `lost`: the last try had no answer. */
export type Question =
  | { readonly what: Decision | 'print'; readonly lost?: boolean }
  | { readonly what: 'edit'; readonly mode: Mode }
  /** `row`: the bin was pressed; `zero`: the quantity would be 0. */
  | { readonly what: 'row' | 'zero'; readonly product: OrderProduct; readonly line: OrderLine };

interface Options {
  readonly draft: Decisions & {
    readonly want: (typeId: string, quantity: number) => void;
    readonly remove: (product: OrderProduct, line: OrderLine) => void;
  };
  readonly onPrint?: () => unknown;
  readonly onMode?: (mode: Mode) => void;
  readonly onDeleted?: () => void;
}

export type OrderActions = ReturnType<typeof useOrderActions>;

/** The actions of an order and its lines, each after a question; one question at a time. */
export function useOrderActions({ draft, onPrint, onMode, onDeleted }: Options) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  /** Stops a second press that comes before the button is rendered as busy. */
  const running = useRef(false);
  const [gone, setGone] = useState(false);
  const leave = useEffectEvent(() => onDeleted?.());
  // Only after the render without the changes, so that leaving does not ask about them.
  useEffect(() => {
    if (gone) leave();
  }, [gone]);

  /** Returns the question that is open afterwards. */
  const run = async (asked: Question): Promise<Question | null> => {
    switch (asked.what) {
      case 'row':
      case 'zero':
        draft.remove(asked.product, asked.line);
        return null;
      case 'print':
        await onPrint?.();
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
        if (settled === 'lost') return { what: asked.what, lost: true };
        // What is short is displayed, and what can be done about it.
        return settled === 'short' ? { what: asked.what } : null;
      }
    }
  };
  return {
    question,
    busy,
    ask: (asked: Question): void => setQuestion(asked),
    /** A new quantity of a line; 0 asks whether to remove it. */
    onQuantity: (product: OrderProduct, line: OrderLine, next: number): void => {
      if (next === 0) setQuestion({ what: 'zero', product, line });
      else draft.want(line.typeId, next);
    },
    onRemove: (product: OrderProduct, line: OrderLine): void => setQuestion({ what: 'row', product, line }),
    close: (): void => {
      if (question && 'lost' in question && question.lost) draft.forgetDecision();
      setQuestion(null);
    },
    confirm: async (): Promise<void> => {
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
