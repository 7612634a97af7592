import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Adjustment, NO_ADJUSTMENT } from '../../../entities/order/calculator';
import { rebase, withAbsent } from '../../../entities/order/order.changes';
import { type Quantities, withQuantities } from '../../../entities/order/order.math';
import type { Order, OrderProduct } from '../../../entities/order/types';
import type { WireUpdateBody } from '../api/wire';

/** One intended write of lines. It is sent with the same key and body until the server has answered it. */
export interface Attempt {
  readonly key: string;
  readonly body: WireUpdateBody;
  readonly changes: Quantities;
}

/** A change that the server did not take. */
export interface DroppedChange {
  readonly typeId: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Refusal {
  readonly lines: readonly string[];
  readonly dropped: readonly DroppedChange[];
}

/** The seller's note while it is being typed. */
export interface TypedNote {
  readonly text: string;
  /** What stood there when it was opened. */
  readonly was: string;
}

/** The order is not what the user worked on: nothing is sent until the user has chosen. */
export interface Conflict {
  /** `stale`: it was changed elsewhere meanwhile · `returned`: the page was left with unsent changes, and is back. */
  readonly why: 'stale' | 'returned';
  /** What the user worked on. */
  readonly before: Order;
  /** The note was on its way, and goes on it again with «apply mine». */
  readonly writesNote: boolean;
}

/** What outlives a reload of the tab. */
export interface Kept {
  /** What the changes were made on; null when there are only agreed values. */
  readonly before: Order | null;
  readonly changes: Quantities;
  readonly note: TypedNote | null;
  readonly adjustment: Adjustment;
}

/**
 * What the user has changed and the server has not yet confirmed, beside the server's copy in the api's cache.
 * One order is open at a time.
 */
export interface Draft {
  readonly orderId: string | null;
  /** The copy that the first of the changes was made on. Null without changes. */
  readonly before: Order | null;
  readonly changes: Quantities;
  /** Lines of 0 that the server's copy does not hold and `changes` may give a quantity. */
  readonly absent: readonly OrderProduct[];
  readonly note: TypedNote | null;
  /** On its way, or sent without an answer. */
  readonly attempt: Attempt | null;
  readonly sending: boolean;
  readonly conflict: Conflict | null;
  /** The last push was refused: said until the user has seen it. */
  readonly refusal: Refusal | null;
  /** Type → what the server said of its stock when the order could not be saved. */
  readonly shortages: Readonly<Record<string, string>>;
  /** What was agreed on in the calculator. It is the seller's own and never sent. */
  readonly adjustment: Adjustment;
}

const initialState: Draft = {
  orderId: null,
  before: null,
  changes: {},
  absent: [],
  note: null,
  attempt: null,
  sending: false,
  conflict: null,
  refusal: null,
  shortages: {},
  adjustment: NO_ADJUSTMENT,
};

const nothing = { before: null, changes: {}, absent: [], attempt: null, sending: false } as const;

const without = <T>(record: Readonly<Record<string, T>>, drop: (key: string, value: T) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key, value]) => !drop(key, value)));

export const draftSlice = createSlice({
  name: 'orderDraft',
  initialState,
  reducers: {
    draftOpened: (_, { payload }: PayloadAction<string>): Draft => ({ ...initialState, orderId: payload }),
    draftClosed: (): Draft => initialState,
    /** What an earlier visit left unsent, to be decided on. */
    draftReturned: (draft, { payload }: PayloadAction<Kept>): Draft => {
      const { before, changes, note, adjustment } = payload;
      if (!before) return { ...draft, adjustment };
      const conflict = { why: 'returned', before, writesNote: false } as const;
      return { ...draft, ...(hasChanges(payload) && { before }), changes, note, adjustment, conflict };
    },
    quantityChanged: (
      draft,
      { payload }: PayloadAction<{ order: Order; orderId: string; typeId: string; quantity: number }>,
    ): Draft => {
      const { order, orderId, typeId, quantity } = payload;
      // An answer about the stock of an order that was left meanwhile.
      if (draft.orderId !== orderId) return draft;
      return {
        ...draft,
        before: draft.before ?? order,
        changes: { ...draft.changes, [typeId]: quantity },
        refusal: null,
        shortages: without(draft.shortages, (key) => key === typeId),
      };
    },
    noteTyped: (draft, { payload }: PayloadAction<TypedNote>): Draft => ({ ...draft, note: payload }),
    noteClosed: (draft): Draft => ({ ...draft, note: null }),
    /** The changes came to nothing: there and back again, or the server has them already. */
    changesSettled: (draft): Draft => ({ ...draft, ...nothing }),
    pushStarted: (draft, { payload }: PayloadAction<Attempt>): Draft => ({ ...draft, attempt: payload, sending: true }),
    /** The server has taken the attempt; the payload is its copy now. */
    pushLanded: (draft, { payload: order }: PayloadAction<Order>): Draft => {
      // What was changed again while the push was under way stays.
      const changes = without(draft.changes, (typeId, quantity) => draft.attempt?.changes[typeId] === quantity);
      if (Object.keys(changes).length === 0) return { ...draft, ...nothing };
      return { ...draft, ...nothing, before: order, changes, absent: draft.absent };
    },
    /** No answer: it may have arrived or not. */
    pushLost: (draft): Draft => ({ ...draft, sending: false }),
    pushRefused: (draft, { payload }: PayloadAction<Refusal>): Draft => ({ ...draft, ...nothing, refusal: payload }),
    /** Nobody changed what the user sees: the changes stand on the newer copy. */
    rebased: (draft, { payload }: PayloadAction<Order>): Draft => ({
      ...draft,
      attempt: null,
      sending: false,
      before: payload,
    }),
    conflictFound: (draft, { payload }: PayloadAction<Conflict>): Draft => ({
      ...draft,
      attempt: null,
      sending: false,
      refusal: null,
      conflict: payload,
    }),
    /** The user's changes on top of the order as it is now. */
    mineApplied: (draft, { payload: order }: PayloadAction<Order>): Draft => {
      const { quantities: changes, absent } = rebase(draft.conflict?.before ?? order, order, draft.changes);
      const note = draft.note && { ...draft.note, was: order.sellerNote };
      const before = hasChanges({ changes }) ? order : null;
      return { ...draft, ...nothing, conflict: null, before, changes, absent, note };
    },
    /** The order as it is now; `note`: the typed one goes as well. */
    theirsTaken: (draft, { payload }: PayloadAction<{ note: boolean }>): Draft => ({
      ...draft,
      ...nothing,
      conflict: null,
      note: payload.note ? null : draft.note,
    }),
    refusalSeen: (draft): Draft => ({ ...draft, refusal: null }),
    stockWasShort: (draft, { payload }: PayloadAction<Readonly<Record<string, string>>>): Draft => ({
      ...draft,
      shortages: payload,
    }),
    adjusted: (draft, { payload }: PayloadAction<Adjustment>): Draft => ({ ...draft, adjustment: payload }),
    /** Saved, cancelled, reopened or taken back: quantities that were not sent have no place any more. A note has. */
    orderSettled: (draft): Draft => ({
      ...initialState,
      orderId: draft.orderId,
      note: draft.note,
      adjustment: draft.adjustment,
    }),
  },
});

export const {
  draftOpened,
  draftClosed,
  draftReturned,
  quantityChanged,
  noteTyped,
  noteClosed,
  changesSettled,
  pushStarted,
  pushLanded,
  pushLost,
  pushRefused,
  rebased,
  conflictFound,
  mineApplied,
  theirsTaken,
  refusalSeen,
  stockWasShort,
  adjusted,
  orderSettled,
} = draftSlice.actions;

/** The slice joins the store with the page's code, and is there from the next action on. */
export interface DraftRoot {
  readonly orderDraft?: Draft;
}

export const selectDraft = (state: DraftRoot): Draft => state.orderDraft ?? initialState;

export const hasChanges = ({ changes }: Pick<Draft, 'changes'>): boolean => Object.keys(changes).length > 0;

/** Typed, and not what stood there. */
export const isNoteDirty = ({ note }: Pick<Draft, 'note'>): boolean => note !== null && note.text.trim() !== note.was;

/** Something that the server has not confirmed. */
export const isUnsent = (draft: Draft): boolean => draft.attempt !== null || hasChanges(draft) || isNoteDirty(draft);

/** Sent, and no answer came. */
export const isLost = ({ attempt, sending }: Draft): boolean => attempt !== null && !sending;

/** The order as the user sees it. While there is something to decide, it is the server's. */
export const withDraft = (order: Order, { changes, absent, conflict }: Draft): Order =>
  conflict ? order : withQuantities(withAbsent(order, absent), changes);
