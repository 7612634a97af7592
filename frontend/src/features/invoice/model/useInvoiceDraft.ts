import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { sheetApi } from '../../../entities/order/sheet';
import { useKept } from '../../../entities/session/useKept';
import { type EditState, isLost, keepEdit, makeEdit } from '../../../entities/write/edit';
import { useStore } from '../../../entities/write/useStore';
import { errorLines } from '../../../shared/api/errorLines';
import { codeInText } from '../../../shared/lib/digits';
import { toast } from '../../../shared/ui/Toast';
import { invoiceApi } from '../api/endpoints';
import { toInvoice, toSaveBody } from '../api/map';
import { type Draft, emptyDraft, isDirty, mayChange, realDraft, withDraft, wrongLines } from './draft';
import { keptInvoice } from './schema';
import type { Invoice } from './types';

/** Why the last save was not taken, and what the changes were made on. */
export interface Refusal {
  readonly lines: readonly string[];
  readonly before: Invoice;
  readonly draft: Draft;
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

type ApiRoot = Parameters<ReturnType<typeof sheetApi.endpoints.orderSheet.select>>[0];
type Dispatch = ThunkDispatch<ApiRoot, unknown, UnknownAction>;

const onPaper = (invoice: Invoice): string => JSON.stringify({ ...invoice, version: 0 });

type SaveBody = ReturnType<typeof toSaveBody>;

function makeInvoiceEdit(dispatch: Dispatch, orderId: string) {
  const { orderSheet } = sheetApi.endpoints;
  const { saveOrderInvoice } = invoiceApi.endpoints;
  const reread = async (): Promise<Invoice | undefined> => {
    const { data, error } = await dispatch(orderSheet.initiate(orderId, { forceRefetch: true, subscribe: false }));
    return error === undefined && data ? toInvoice(data) : undefined;
  };
  const copy = () => {
    const sheet = dispatch((_, getState) => orderSheet.select(orderId)(getState()).data);
    return sheet && toInvoice(sheet);
  };
  const edit = makeEdit<Invoice, Draft, SaveBody, number>({
    none: emptyDraft,
    copy,
    reread,
    versionOf: ({ version }) => version,
    apply: withDraft,
    differs: (before, now) => onPaper(before) !== onPaper(now),
    rebase: (_before, now, draft) => realDraft(now, draft),
    isEmpty: (draft) => !isDirty(draft),
    toBody: (invoice, draft) => toSaveBody(invoice, withDraft(invoice, draft)),
    send: (attempt) => dispatch(saveOrderInvoice.initiate({ orderId, ...attempt }, { track: false })).unwrap(),
    land: async () => {
      // Until the paper has been read again, the changes are what it says.
      const code = copy()?.code ?? '';
      toast.success(i18next.t('edit.saved', { ns: 'invoice' }), {
        thing: i18next.t('titleOf', { ns: 'invoice', code: codeInText(code) }),
      });
      await reread();
    },
    // Said above the paper.
    notify: () => undefined,
    keepsRefused: true,
  });
  return { edit, reread };
}

/**
 * The changes of one paper. Nothing is sent before the user says so: what is printed carries a code that people check
 * against the server, so a paper is either saved or marked as a draft.
 */
export function useInvoiceDraft(orderId: string, invoice: Invoice): InvoiceDraft {
  const dispatch = useDispatch<Dispatch>();
  const { kept, keep } = useKept(`invoice/${orderId}`, keptInvoice);
  const [{ edit, reread }] = useState(() => {
    const made = makeInvoiceEdit(dispatch, orderId);
    if (kept) made.edit.set(kept);
    return made;
  });
  useEffect(() => keepEdit(edit, keep), [edit, keep]);
  const state = useStore(edit);
  const { sent, conflict } = state;
  const draft = realDraft(invoice, state.changes);
  // What is under way, or may have arrived, is not changed under its own feet.
  const change = (part: (known: Draft) => Draft): void => {
    if (!edit.get().sent) edit.change(part);
  };

  return {
    shown: withDraft(invoice, draft),
    draft,
    editable: mayChange(invoice) && sent === null,
    dirty: isDirty(draft) || sent !== null,
    wrong: wrongLines(draft),
    sending: state.sending,
    lost: isLost(state),
    refusal: refusalOf(state),
    setQuantity: (typeId, digits) =>
      change((known) => ({ ...known, quantities: { ...known.quantities, [typeId]: digits } })),
    setPaperTotal: (amount) => change((known) => ({ ...known, paperTotal: amount })),
    setNote: (text) => change((known) => ({ ...known, sellerNote: text })),
    save: async () => {
      if (conflict) edit.keepMine();
      return edit.push();
    },
    discard: async () => {
      edit.takeTheirs();
      await reread();
    },
    seen: () => {
      if (!conflict) edit.set({ refusal: null });
      else if (mayChange(invoice)) edit.keepMine();
      else edit.takeTheirs();
    },
  };
}

function refusalOf({ conflict, refusal, changes }: EditState<Invoice, Draft, SaveBody>): Refusal | null {
  if (refusal) return { lines: errorLines(refusal.error, 'server'), before: refusal.on, draft: refusal.changes };
  if (!conflict) return null;
  return {
    lines: conflict.error ? errorLines(conflict.error, 'server') : [],
    before: conflict.before,
    draft: changes,
  };
}
