import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppError, isAppError, isPassing } from '../../../shared/api/appError';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toastError } from '../../../shared/api/useMutationToast';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useUpdateFullOrderMutation } from '../api/endpoints';
import type { FullOrder } from '../api/types';
import type { WireUpdateBody } from '../api/wire';
import { type Change, changesBetween, countChanges, type Draft, EMPTY_DRAFT, missingIn, toUpdateBody } from './draft';

export const short = { duration: toastDuration.short };

/** One intended write, sent with the same key and body until the server has answered it. */
interface Attempt {
  readonly key: string;
  readonly body: WireUpdateBody;
}

export interface OrderDraft {
  readonly draft: Draft;
  /** What depends on the draft is made of the one of that moment, not of the one that was on the screen. */
  readonly change: (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;
  /** How many changes wait to be sent. */
  readonly count: number;
  /** Fields that are empty and must not be. */
  readonly missing: ReadonlySet<string>;
  /** What somebody else has changed since the user began; empty when there is nothing to tell. */
  readonly theirs: readonly Change[];
  readonly acceptTheirs: () => void;
  /** Sent without an answer: it may have arrived or not. */
  readonly lost: boolean;
  readonly sending: boolean;
  /** What the server said when it did not take the changes. */
  readonly refusal: AppError | null;
  /** The order's new version when the server has all changes, null when not. */
  readonly submit: () => Promise<number | null>;
  readonly discard: () => void;
}

export const complain = (error: AppError): void => {
  if (error.status !== UNAUTHORIZED) toastError(error, { fallback: 'server', options: short });
};

/** The user's changes beside the server's copy, and their one way to the server. */
export function useDraft(order: FullOrder, reload: () => unknown): OrderDraft {
  const { t } = useTranslation('orderDialog');
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  /** The server's copy that the changes were made upon. */
  const [base, setBase] = useState(order);
  const [trigger, { isLoading: sending }] = useUpdateFullOrderMutation();
  const running = useRef(false);
  /** On its way, or sent without an answer: what comes then, such as a late answer about the stock, has no place. */
  const held = useRef(false);

  const count = countChanges(order, draft);
  const theirs = base === order || attempt ? [] : changesBetween(base, order);
  // Nobody's work is touched: the copy on the screen simply becomes the newer one.
  if (base !== order && !attempt && (count === 0 || theirs.length === 0)) setBase(order);

  const reset = (): void => {
    held.current = false;
    setDraft(EMPTY_DRAFT);
    setAttempt(null);
    setRefusal(null);
  };

  const refuse = (error: AppError): void => {
    complain(error);
    // Without an answer nobody knows: the same attempt is kept, and asked for again.
    if (isPassing(error)) return;
    held.current = false;
    setAttempt(null);
    setRefusal(error);
    void reload();
  };

  const send = async (sent: Attempt): Promise<number | null> => {
    held.current = true;
    setAttempt(sent);
    try {
      const { version } = await trigger({ orderId: order.id, ...sent }).unwrap();
      toast.success(t('done.updated'), short);
      reset();
      return version;
    } catch (error) {
      if (!isAppError(error)) throw error;
      refuse(error);
      return null;
    }
  };

  const submit = async (): Promise<number | null> => {
    // A second press in the same tick comes before the state has changed.
    if (running.current) return null;
    if (!attempt && count === 0) return order.version;
    running.current = true;
    try {
      return await send(attempt ?? { key: newIdempotencyKey(), body: toUpdateBody(order, draft) });
    } finally {
      running.current = false;
    }
  };

  return {
    draft,
    change: (part) => {
      if (held.current) return;
      setRefusal(null);
      setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
    },
    count,
    missing: missingIn(order, draft),
    theirs: count === 0 ? [] : theirs,
    acceptTheirs: () => {
      setBase(order);
      setRefusal(null);
    },
    lost: attempt !== null && !sending,
    sending,
    refusal,
    submit,
    discard: () => {
      // Whether a try without an answer arrived: the order itself tells.
      if (attempt) void reload();
      reset();
    },
  };
}
