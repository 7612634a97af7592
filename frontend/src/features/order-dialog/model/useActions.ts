import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure, orderName, withTypeNames } from '../../../entities/order/failure';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import type { AppError } from '../../../shared/api/appError';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import { toast } from '../../../shared/ui/Toast';
import { useCancelFullOrderMutation, useDeleteOrderMutation, useSaveFullOrderMutation } from '../api/endpoints';
import type { FullOrder } from '../api/types';
import type { OrderDraft } from './useDraft';

/** How the user wants to edit. */
export type Mode = 'rows' | 'prices';

type Decided = 'save' | 'cancel' | 'delete';

/** What is being asked before it is done. */
export type Question =
  | { readonly what: 'print' }
  | { readonly what: 'edit'; readonly mode: Mode }
  /** `zero`: its quantity would be 0. */
  | { readonly what: 'row' | 'zero'; readonly product: OrderProduct; readonly line: OrderLine }
  /** `lost`: the last try had no answer. */
  | { readonly what: Decided; readonly lost: boolean };

type Decision = Extract<Question, { what: Decided }>;

interface Options {
  readonly order: FullOrder;
  readonly draft: OrderDraft;
  readonly reload: () => unknown;
  readonly onMode: (mode: Mode) => void;
  readonly onPrint: () => void;
  readonly onDeleted: () => void;
}

export interface OrderActions {
  readonly question: Question | null;
  readonly busy: boolean;
  /** Type → what the server said of its stock when the order could not be saved. */
  readonly shortages: Readonly<Record<string, string>>;
  readonly ask: (question: Exclude<Question, Decision> | { readonly what: Decided }) => void;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

const isDecision = (question: { readonly what: string }): question is { readonly what: Decided } =>
  question.what === 'save' || question.what === 'cancel' || question.what === 'delete';

/** What may be done with the order as a whole, each thing after a question. */
export function useActions({ order, draft, reload, onMode, onPrint, onDeleted }: Options): OrderActions {
  const { t } = useTranslation('orderDialog');
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const [shortages, setShortages] = useState<Readonly<Record<string, string>>>({});
  const [gone, setGone] = useState(false);
  const running = useRef(false);
  const [save] = useSaveFullOrderMutation();
  const [cancel] = useCancelFullOrderMutation();
  const [remove] = useDeleteOrderMutation();

  // After the render in which the draft is gone: leaving then asks nothing.
  const told = useRef(false);
  useEffect(() => {
    if (!gone || told.current) return;
    told.current = true;
    onDeleted();
  }, [gone, onDeleted]);

  const [write] = useState(() =>
    makeWrite(({ key, body: { what, version } }: Attempt<{ what: Decided; version: number }>): Promise<unknown> => {
      if (what === 'delete') return remove({ orderId: order.id, key }).unwrap();
      return (what === 'save' ? save : cancel)({ orderId: order.id, key, version }).unwrap();
    }),
  );

  const succeed = ({ what }: Decision): void => {
    setShortages({});
    setQuestion(null);
    // What was changed and not sent has no order to go to any more.
    if (what !== 'save') draft.discard();
    if (what === 'delete') setGone(true);
    toast.success(t(`done.${what}`), { thing: orderName(order) });
  };

  const fail = (decision: Decision, error: AppError, lost: boolean): void => {
    // The try before this one arrived after all.
    if (decision.what === 'delete' && decision.lost && error.status === NOT_FOUND) {
      succeed(decision);
      return;
    }
    notifyFailure(withTypeNames(error, order), { thing: orderName(order) });
    setQuestion(lost ? { ...decision, lost } : null);
    if (lost) return;
    if (error.fields) setShortages(error.fields);
    void reload();
  };

  const decide = async (decision: Decision): Promise<void> => {
    const { what } = decision;
    const lost = write.lost()?.body;
    const version = what === 'save' && !lost ? await draft.submit() : order.version;
    if (version === null) {
      setQuestion(null);
      return;
    }
    const reply = await write.send(lost?.what === what ? lost : { what, version });
    if (reply.kind === 'done') succeed(decision);
    else fail(decision, reply.error, reply.kind === 'lost');
  };

  const settle = async (decision: Decision): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await decide(decision);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const confirm = async (): Promise<void> => {
    if (!question) return;
    if (isDecision(question)) {
      await settle(question);
      return;
    }
    setQuestion(null);
    if (question.what === 'print') onPrint();
    else if (question.what === 'edit') onMode(question.mode);
    else {
      draft.change(({ quantities }) => ({ quantities: { ...quantities, [question.line.typeId]: 0 } }));
    }
  };

  return {
    question,
    busy,
    shortages,
    ask: (asked) => {
      setQuestion(isDecision(asked) ? { ...asked, lost: false } : asked);
    },
    close: () => {
      // Whether the try without an answer arrived: the order itself tells.
      if (question && isDecision(question) && question.lost) {
        write.forget();
        void reload();
      }
      setQuestion(null);
    },
    confirm,
  };
}
