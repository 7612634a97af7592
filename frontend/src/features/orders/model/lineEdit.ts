import i18next from 'i18next';
import { notifyFailure } from '../../../entities/order/failure';
import { differs, lineName, rebase, withAbsent } from '../../../entities/order/order.changes';
import { linesOf, type Quantities, realChanges, withQuantities } from '../../../entities/order/order.math';
import { heldOf, type SavedLine } from '../../../entities/order/saved';
import { missingOf } from '../../../entities/order/stockChecks';
import type { Order, OrderProduct } from '../../../entities/order/types';
import type { Attempt } from '../../../entities/write/attempt';
import { type Edit, type EditState, makeEdit, type Refusal } from '../../../entities/write/edit';
import { laterFields } from '../../../entities/write/merge';
import { formatNumber } from '../../../shared/lib/format';
import { type ToastOptions, toast } from '../../../shared/ui/Toast';
import type { Updated } from '../api/endpoints';
import { toUpdateBody } from '../api/map';
import type { WireUpdateBody } from '../api/wire';

export interface LineChanges {
  readonly quantities: Quantities;
  /** Lines of 0 that the server's copy does not hold and `quantities` may give a quantity. */
  readonly absent: readonly OrderProduct[];
}

export type LineState = EditState<Order, LineChanges, WireUpdateBody>;
export type LineEdit = Edit<Order, LineChanges, WireUpdateBody>;

export const NO_CHANGES: LineChanges = { quantities: {}, absent: [] };

export const hasChanges = ({ changes }: Pick<LineState, 'changes'>): boolean =>
  Object.keys(changes.quantities).length > 0;

const applied = (order: Order, { quantities, absent }: LineChanges): Order =>
  withQuantities(withAbsent(order, absent), quantities);

/** The order as the user sees it. While there is something to decide, it is the server's. */
export const shownOrder = (order: Order, { changes, conflict }: Pick<LineState, 'changes' | 'conflict'>): Order =>
  conflict ? order : applied(order, changes);

/** A quantity that was, or was to be, changed. */
export interface LineDifference {
  readonly typeId: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What the user wanted and will not find in the order. */
export const droppedOf = ({ on, changes }: Refusal<Order, LineChanges>): LineDifference[] => changesIn(on, changes);

function changesIn(before: Order, changes: LineChanges): LineDifference[] {
  const order = withAbsent(before, changes.absent);
  const real = realChanges(order, changes.quantities);
  return order.products.flatMap((product) =>
    product.lines.flatMap((line) => {
      const to = real[line.typeId];
      const { typeId, quantity: from } = line;
      return to === undefined ? [] : [{ typeId, name: lineName(product, line), from, to }];
    }),
  );
}

interface LineEditRules {
  readonly order: () => Order | undefined;
  readonly reread: () => Promise<Order | undefined>;
  readonly patch: (change: (order: Order) => Order) => void;
  readonly isAsking: (typeId: string) => boolean;
  readonly send: (attempt: Attempt<WireUpdateBody>) => Promise<Updated>;
  /** As it was at the last question. */
  readonly stockOf: (typeId: string) => number | undefined;
  readonly heldBy: () => readonly SavedLine[] | null | undefined;
  /** What was taken back has to go on its way. */
  readonly onUndo: () => void;
  /** Of the toasts. */
  readonly about: string;
  /** The order's own name, and what a toast about it replaces. */
  readonly named: () => ToastOptions;
}

/** The quantities of an open order, pushed as they are changed. */
export function makeLineEdit({ reread, patch, isAsking, send, stockOf, heldBy, ...rules }: LineEditRules): LineEdit {
  /** What is missing of the lines that were changed, each by its name. */
  const shortLines = (order: Order, changed: Quantities): string[] =>
    order.products.flatMap((product) =>
      product.lines.flatMap((line) => {
        const stock = line.typeId in changed ? stockOf(line.typeId) : undefined;
        const held = heldOf(order, line.typeId, heldBy());
        const missing = stock === undefined || held === null ? 0 : missingOf(line.quantity, stock, held);
        const name = lineName(product, line);
        return missing === 0 ? [] : [i18next.t('short', { ns: 'order', name, number: formatNumber(missing) })];
      }),
    );

  /** Says what changed, or what is missing of it; offers the way back. */
  const notifyLanded = (before: Order, { quantities, absent }: LineChanges): void => {
    const changes = changesIn(before, { quantities, absent });
    const action = { label: i18next.t('undo', { ns: 'ui' }), onAction: () => undo(before, changes) };
    const options = { about: rules.about, action };
    const short = shortLines(applied(before, { quantities, absent }), quantities);
    const named = changes.map(({ name, from, to }) =>
      i18next.t('changed', { ns: 'order', name, from: formatNumber(from), to: formatNumber(to) }),
    );
    if (short.length > 0) toast.warning(short, options);
    else toast.success([i18next.t('done.updated', { ns: 'order' }), ...named], options);
  };

  /** Back to what was, on top of the order as it is now: a line that went comes in again. */
  const undo = (before: Order, changes: readonly LineDifference[]): void => {
    const now = rules.order();
    if (!now) return;
    const back = rebase(before, now, Object.fromEntries(changes.map(({ typeId, from }) => [typeId, from])));
    edit.change(({ quantities, absent }) => ({
      quantities: { ...quantities, ...back.quantities },
      absent: [...absent, ...back.absent],
    }));
    rules.onUndo();
  };

  const edit = makeEdit<Order, LineChanges, WireUpdateBody, Updated>({
    none: NO_CHANGES,
    copy: rules.order,
    reread,
    versionOf: ({ version }) => version,
    apply: applied,
    differs,
    rebase: (before, now, { quantities, absent }) => {
      const rebased = rebase(withAbsent(before, absent), now, quantities);
      return { quantities: rebased.quantities, absent: rebased.absent };
    },
    isEmpty: ({ quantities }) => Object.keys(quantities).length === 0,
    later: (sent, { quantities, absent }) => ({ quantities: laterFields(sent.quantities, quantities), absent }),
    ready: ({ quantities, absent }) => ({
      quantities: Object.fromEntries(Object.entries(quantities).filter(([typeId]) => !isAsking(typeId))),
      absent,
    }),
    toBody: (order, changes) =>
      toUpdateBody(applied(order, changes), new Set(linesOf(changes.absent).map(({ typeId }) => typeId))),
    send,
    land: async ({ copy, changes }, { version, shipping, discounts }) => {
      patch((known) =>
        known.version >= version
          ? known
          : {
              ...applied(known, changes),
              version,
              shipping,
              discounts,
              // The first change opens a registered order again.
              ...(known.status === 'registered' && { status: 'open', reopened: true }),
            },
      );
      // A line that came in again has the price of the day.
      if (changes.absent.length > 0) await reread();
      notifyLanded(copy, changes);
    },
    notify: (error, what) => {
      if (what !== 'conflict') notifyFailure(error, rules.named());
    },
    keepsRefused: false,
  });
  return edit;
}
