import { useEffect, useRef, useState } from 'react';
import { notifyFailure, orderName, withTypeNames } from '../../../../entities/order/failure';
import { type Attempt, makeWrite } from '../../../../entities/write/attempt';
import type { AppError } from '../../../../shared/api/appError';
import { NOT_FOUND } from '../../../../shared/api/httpStatus';
import { useText } from '../../../../shared/i18n/useText';
import { toast } from '../../../../shared/ui/Toast';
import type { LineQuestion, OrderQuestion } from '../../model/useOrderActions';
import { type Questions, useQuestions } from '../../model/useQuestions';
import { useCancelFullOrderMutation, useDeleteOrderMutation, useSaveFullOrderMutation } from '../api/endpoints';
import type { FullOrder } from '../api/types';
import type { OrderDraft } from './useDraft';

/** How the user wants to edit. */
export type Mode = 'quantities' | 'prices';

type Decided = 'save' | 'cancel' | 'delete';

/** What is being asked before it is done. */
export type Question = OrderQuestion<Decided | 'print'> | { readonly what: 'edit'; readonly mode: Mode } | LineQuestion;

type Decision = OrderQuestion<Decided>;

interface Options {
  readonly order: FullOrder;
  readonly draft: OrderDraft;
  readonly reload: () => unknown;
  readonly onMode: (mode: Mode) => void;
  readonly onPrint: () => void;
  readonly onDeleted: () => void;
}

export interface OrderActions extends Questions<Question> {
  /** Type → what the server said of its stock when the order could not be saved. */
  readonly shortages: Readonly<Record<string, string>>;
}

/** What may be done with the order as a whole, each thing after a question. */
export function useActions({ order, draft, reload, onMode, onPrint, onDeleted }: Options): OrderActions {
  const t = useText('order');
  const [shortages, setShortages] = useState<Readonly<Record<string, string>>>({});
  const [gone, setGone] = useState(false);
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

  const succeed = ({ what }: Decision): null => {
    setShortages({});
    // What was changed and not sent has no order to go to any more.
    if (what !== 'save') draft.discard();
    if (what === 'delete') setGone(true);
    toast.success(t(`done.${what}`), { thing: orderName(order) });
    return null;
  };

  const fail = (decision: Decision, error: AppError, lost: boolean): Decision | null => {
    // The try before this one arrived after all.
    if (decision.what === 'delete' && decision.lost === true && error.status === NOT_FOUND) return succeed(decision);
    notifyFailure(withTypeNames(error, order), { thing: orderName(order) });
    if (lost) return { ...decision, lost };
    if (error.fields) setShortages(error.fields);
    void reload();
    return null;
  };

  const decide = async (decision: Decision): Promise<Decision | null> => {
    const { what } = decision;
    const lost = write.lost()?.body;
    const version = what === 'save' && !lost ? await draft.submit() : order.version;
    if (version === null) return null;
    const reply = await write.send(lost?.what === what ? lost : { what, version });
    return reply.kind === 'done' ? succeed(decision) : fail(decision, reply.error, reply.kind === 'lost');
  };

  const run = async (asked: Question): Promise<Question | null> => {
    switch (asked.what) {
      case 'print':
        onPrint();
        return null;
      case 'edit':
        onMode(asked.mode);
        return null;
      case 'row':
      case 'zero':
        draft.change(({ quantities }) => ({ quantities: { ...quantities, [asked.line.typeId]: 0 } }));
        return null;
      case 'save':
      case 'cancel':
      case 'delete':
        return decide({ ...asked, what: asked.what });
    }
  };

  const questions = useQuestions(run, (asked) => {
    // Whether the try without an answer arrived: the order itself tells.
    if (!('lost' in asked) || !asked.lost) return;
    write.forget();
    void reload();
  });
  return { ...questions, shortages };
}
