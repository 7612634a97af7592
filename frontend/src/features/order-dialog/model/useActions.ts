import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import { type AppError, isAppError, isPassing } from '../../../shared/api/appError';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toast } from '../../../shared/ui/Toast';
import { useCancelFullOrderMutation, useDeleteOrderMutation, useSaveFullOrderMutation } from '../api/endpoints';
import type { FullOrder } from '../api/types';
import { complain, type OrderDraft, short } from './useDraft';

/** How the user wants to edit. */
export type Mode = 'rows' | 'prices';

type Write = 'save' | 'cancel' | 'delete';

/** What is being asked before it is done. */
export type Question =
  | { readonly what: 'print' }
  | { readonly what: 'edit'; readonly mode: Mode }
  /** `zero`: its quantity would be 0. */
  | { readonly what: 'row' | 'zero'; readonly product: OrderProduct; readonly line: OrderLine }
  /** `key` and `version` stay over all tries of one decision; `lost`: the last try had no answer. */
  | { readonly what: Write; readonly key: string; readonly version: number | null; readonly lost: boolean };

type Decision = Extract<Question, { what: Write }>;

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
  readonly ask: (question: Exclude<Question, Decision> | { readonly what: Write }) => void;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

const isDecision = (question: { readonly what: string }): question is { readonly what: Write } =>
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

  const send = ({ what, key }: Decision, version: number): Promise<unknown> => {
    const write = { orderId: order.id, key };
    switch (what) {
      case 'save':
        return save({ ...write, version }).unwrap();
      case 'cancel':
        return cancel({ ...write, version }).unwrap();
      case 'delete':
        return remove(write).unwrap();
    }
  };

  const succeed = ({ what }: Decision): void => {
    setShortages({});
    setQuestion(null);
    // What was changed and not sent has no order to go to any more.
    if (what !== 'save') draft.discard();
    if (what === 'delete') setGone(true);
    toast.success(t(`done.${what}`), short);
  };

  const fail = (decision: Decision, version: number, error: AppError): void => {
    // The try before this one arrived after all.
    if (decision.what === 'delete' && decision.lost && error.status === NOT_FOUND) {
      succeed(decision);
      return;
    }
    complain(withNames(error, order));
    if (isPassing(error)) {
      setQuestion({ ...decision, version, lost: true });
      return;
    }
    setQuestion(null);
    if (error.fields) setShortages(error.fields);
    void reload();
  };

  const decide = async (decision: Decision): Promise<void> => {
    const version = decision.version ?? (decision.what === 'save' ? await draft.submit() : order.version);
    if (version === null) {
      setQuestion(null);
      return;
    }
    try {
      await send(decision, version);
      succeed(decision);
    } catch (error) {
      if (!isAppError(error)) throw error;
      fail(decision, version, error);
    }
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
      setQuestion(isDecision(asked) ? { ...asked, key: newIdempotencyKey(), version: null, lost: false } : asked);
    },
    close: () => {
      // Whether the try without an answer arrived: the order itself tells.
      if (question && isDecision(question) && question.lost) void reload();
      setQuestion(null);
    },
    confirm,
  };
}

/** «field: value» lines whose fields are types of this order say the type's name instead. */
function withNames(error: AppError, { products }: FullOrder): AppError {
  const { fields } = error;
  if (!fields) return error;
  const names = new Map(products.flatMap(({ lines }) => lines).map(({ typeId, typeName }) => [typeId, typeName]));
  return { ...error, lines: Object.entries(fields).map(([field, text]) => `${names.get(field) ?? field}: ${text}`) };
}
