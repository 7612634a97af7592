import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppError, asAppError, isPassing } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useSaveOrderInvoiceMutation } from '../api/endpoints';
import { toSaveBody } from '../api/map';
import type { WireSaveBody } from '../api/wire';
import { type Draft, emptyDraft, isDirty, mayChange, realDraft, withDraft, wrongLines } from './draft';
import type { Invoice } from './types';

/** One intended write: the same key and body until the server has answered it. */
interface Attempt {
  readonly key: string;
  readonly body: WireSaveBody;
}

/** Why the last save was not taken, and what the paper was before it was read again. */
export interface Refusal {
  readonly lines: readonly string[];
  readonly before: Invoice;
  readonly draft: Draft;
}

interface State {
  readonly draft: Draft;
  /** On its way, or sent without an answer. */
  readonly attempt: Attempt | null;
  readonly sending: boolean;
  readonly refusal: Refusal | null;
}

type Action =
  | { readonly type: 'changed'; readonly change: (draft: Draft) => Draft }
  | { readonly type: 'sent'; readonly attempt: Attempt }
  | { readonly type: 'lost' }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'seen' }
  | { readonly type: 'settled' };

const start: State = { draft: emptyDraft, attempt: null, sending: false, refusal: null };

function step(state: State, action: Action): State {
  switch (action.type) {
    case 'changed':
      // What is under way, or may have arrived, is not changed under its own feet.
      return state.attempt ? state : { ...state, draft: action.change(state.draft) };
    case 'sent':
      return { ...state, attempt: action.attempt, sending: true, refusal: null };
    case 'lost':
      return { ...state, sending: false };
    case 'refused':
      return { ...state, attempt: null, sending: false, refusal: action.refusal };
    case 'seen':
      return { ...state, refusal: null };
    case 'settled':
      return start;
  }
}

export interface InvoiceDraft {
  /** The paper with the user's changes. */
  readonly shown: Invoice;
  /** Only what differs from the server's copy. */
  readonly draft: Draft;
  readonly editable: boolean;
  readonly dirty: boolean;
  readonly wrong: readonly string[];
  readonly sending: boolean;
  /** The last save had no answer: whether it arrived is not known. */
  readonly lost: boolean;
  readonly refusal: Refusal | null;
  readonly setQuantity: (typeId: string, digits: string) => void;
  readonly setPaperTotal: (amount: number | null) => void;
  readonly setNote: (text: string) => void;
  /** Sends the changes, or the attempt without an answer once more. True when the server has them. */
  readonly save: () => Promise<boolean>;
  /** Forgets the changes and reads the order again. */
  readonly discard: () => Promise<void>;
  readonly seen: () => void;
}

/**
 * The changes of one paper. Nothing is sent before the user says so: what is printed carries a code that people check
 * against the server, so a paper is either saved or marked as a draft. `reload` reads the order again.
 */
export function useInvoiceDraft(orderId: string, invoice: Invoice, reload: () => Promise<unknown>): InvoiceDraft {
  const { t } = useTranslation('invoice');
  const [state, tell] = useReducer(step, start);
  const [write] = useSaveOrderInvoiceMutation();
  const draft = realDraft(invoice, state.draft);
  const shown = withDraft(invoice, draft);
  const wrong = wrongLines(draft);
  const change = (by: (draft: Draft) => Draft): void => tell({ type: 'changed', change: by });

  const fail = async (error: AppError): Promise<void> => {
    if (isPassing(error)) {
      tell({ type: 'lost' });
    } else if (error.status !== UNAUTHORIZED) {
      await reload();
      tell({ type: 'refused', refusal: { lines: errorLines(error, 'server'), before: invoice, draft } });
    }
  };

  const save = async (): Promise<boolean> => {
    const attempt = state.attempt ?? { key: newIdempotencyKey(), body: toSaveBody(invoice, shown) };
    tell({ type: 'sent', attempt });
    const { data, error } = await write({ orderId, ...attempt });
    if (data === undefined) {
      await fail(asAppError(error));
      return false;
    }
    toast.success(t('edit.saved'), { duration: toastDuration.short });
    // Until the paper has been read again, the changes are what it says.
    await reload();
    tell({ type: 'settled' });
    return true;
  };

  const discard = async (): Promise<void> => {
    tell({ type: 'settled' });
    await reload();
  };

  return {
    shown,
    draft,
    editable: mayChange(invoice) && state.attempt === null,
    dirty: isDirty(draft) || state.attempt !== null,
    wrong,
    sending: state.sending,
    lost: state.attempt !== null && !state.sending,
    refusal: state.refusal,
    setQuantity: (typeId, digits) =>
      change((known) => ({ ...known, quantities: { ...known.quantities, [typeId]: digits } })),
    setPaperTotal: (amount) => change((known) => ({ ...known, paperTotal: amount })),
    setNote: (text) => change((known) => ({ ...known, sellerNote: text })),
    save,
    discard,
    seen: () => tell({ type: 'seen' }),
  };
}
