import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Quantities } from '../../../entities/order/order.math';
import type { WireUpdateBody } from '../api/wire';

/** One intended write of lines. It is sent with the same key and body until the server has answered it. */
export interface Attempt {
  readonly key: string;
  readonly body: WireUpdateBody;
  readonly changes: Quantities;
}

/** A change that the server did not take. */
export interface DroppedChange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Refusal {
  readonly lines: readonly string[];
  readonly dropped: readonly DroppedChange[];
}

/**
 * What the user has changed and the server has not yet confirmed, beside the server's copy in the api's cache.
 * One order is open at a time.
 */
export interface Draft {
  readonly orderId: string | null;
  readonly changes: Quantities;
  /** On its way, or sent without an answer. */
  readonly attempt: Attempt | null;
  readonly sending: boolean;
  /** The last push was refused: said until the user has seen it. */
  readonly refusal: Refusal | null;
  /** A registered order that the seller wants to edit. */
  readonly unlocked: boolean;
  /** Type → what the server said of its stock when the order could not be saved. */
  readonly shortages: Readonly<Record<string, string>>;
}

const initialState: Draft = {
  orderId: null,
  changes: {},
  attempt: null,
  sending: false,
  refusal: null,
  unlocked: false,
  shortages: {},
};

const without = <T>(record: Readonly<Record<string, T>>, drop: (key: string, value: T) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key, value]) => !drop(key, value)));

export const draftSlice = createSlice({
  name: 'orderDraft',
  initialState,
  reducers: {
    draftOpened: (_, { payload }: PayloadAction<string>): Draft => ({ ...initialState, orderId: payload }),
    draftClosed: (): Draft => initialState,
    unlocked: (draft): Draft => ({ ...draft, unlocked: true }),
    quantityChanged: (
      draft,
      { payload }: PayloadAction<{ orderId: string; typeId: string; quantity: number }>,
    ): Draft => {
      const { orderId, typeId, quantity } = payload;
      // An answer about the stock of an order that was left meanwhile.
      if (draft.orderId !== orderId) return draft;
      return {
        ...draft,
        changes: { ...draft.changes, [typeId]: quantity },
        refusal: null,
        shortages: without(draft.shortages, (key) => key === typeId),
      };
    },
    /** The changes came to nothing: there and back again. */
    changesSettled: (draft): Draft => ({ ...draft, changes: {} }),
    pushStarted: (draft, { payload }: PayloadAction<Attempt>): Draft => ({
      ...draft,
      attempt: payload,
      sending: true,
    }),
    pushLanded: (draft): Draft => ({
      ...draft,
      attempt: null,
      sending: false,
      unlocked: false,
      // What was changed again while the push was under way stays.
      changes: without(draft.changes, (typeId, quantity) => draft.attempt?.changes[typeId] === quantity),
    }),
    /** No answer: it may have arrived or not. */
    pushLost: (draft): Draft => ({ ...draft, sending: false }),
    pushRefused: (draft, { payload }: PayloadAction<Refusal>): Draft => ({
      ...draft,
      attempt: null,
      sending: false,
      changes: {},
      refusal: payload,
    }),
    draftDropped: (draft): Draft => ({ ...draft, attempt: null, sending: false, changes: {} }),
    refusalSeen: (draft): Draft => ({ ...draft, refusal: null }),
    stockWasShort: (draft, { payload }: PayloadAction<Readonly<Record<string, string>>>): Draft => ({
      ...draft,
      shortages: payload,
    }),
    /** Saved or cancelled. */
    orderSettled: (draft): Draft => ({ ...initialState, orderId: draft.orderId }),
  },
});

export const {
  draftOpened,
  draftClosed,
  unlocked,
  quantityChanged,
  changesSettled,
  pushStarted,
  pushLanded,
  pushLost,
  pushRefused,
  draftDropped,
  refusalSeen,
  stockWasShort,
  orderSettled,
} = draftSlice.actions;

/** The slice joins the store with the page's code, and is there from the next action on. */
export interface DraftRoot {
  readonly orderDraft?: Draft;
}

export const selectDraft = (state: DraftRoot): Draft => state.orderDraft ?? initialState;

/** Something that the server has not confirmed. */
export const isUnsent = ({ changes, attempt }: Draft): boolean => attempt !== null || Object.keys(changes).length > 0;

/** Sent, and no answer came. */
export const isLost = ({ attempt, sending }: Draft): boolean => attempt !== null && !sending;
