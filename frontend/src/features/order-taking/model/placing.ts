import i18next from 'i18next';
import type { OrderDispatch } from '../../../entities/order/edit/orderEdit';
import { notifyFailure, orderName } from '../../../entities/order/failure';
import { fullName } from '../../../entities/product/fullName';
import { sendAttempt } from '../../../entities/write/attempt';
import type { AppError } from '../../../shared/api/appError';
import { REQUEST_TIMEOUT } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { makeStore } from '../../../shared/lib/store';
import { toast } from '../../../shared/ui/Toast';
import { takingApi } from '../api/endpoints';
import type { Placed } from '../api/map';
import { bodyOf } from './draft';
import type { TakenLine } from './schema';
import type { Taking } from './takenStore';

interface PlacingState {
  readonly busy: boolean;
  /** The order was refused; or, while the draft is being sent, there was no answer. */
  readonly error: AppError | null;
  /** The order that was placed last. */
  readonly placedId: string | null;
}

interface PlacingRules {
  readonly dispatch: OrderDispatch;
  readonly customerId: string;
  readonly taking: Taking;
}

const untracked = { track: false };

/**
 * Whether our server has said no. All else says nothing about the order: a page that a network puts in the place of the
 * answer has no words for us, one that cannot be read may well be of an order that is there, and a body that came too
 * slowly was not read.
 */
const isRefusal = ({ kind, status = 0, lines }: AppError): boolean =>
  kind === 'http' && status >= 400 && status < 500 && status !== REQUEST_TIMEOUT && lines.length > 0;

/** The server's lines about single types, with the names of these. */
function withNames(error: AppError, lines: readonly TakenLine[]): AppError {
  const { fields } = error;
  if (!fields) return error;
  const names = new Map(lines.map((line) => [line.typeId, fullName(line.productName, line.typeName)]));
  const told = Object.entries(fields).map(([typeId, text]) => {
    const name = names.get(typeId);
    return name === undefined || text.includes(name) ? text : `${name}: ${text}`;
  });
  return { ...error, lines: told };
}

export type Placing = ReturnType<typeof makePlacing>;

/**
 * Places the order that is being taken, and saves it if that was asked for. What is sent stands in the draft before it goes out,
 * under keys of its own: after a lost answer, a reload or a second press the same is sent again, and is carried out once.
 */
export function makePlacing({ dispatch, customerId, taking }: PlacingRules) {
  const { placeOrder, savePlaced } = takingApi.endpoints;
  const state = makeStore<PlacingState>({ busy: false, error: null, placedId: null });

  /** The order, if it is there now. */
  const place = async (): Promise<Placed | null> => {
    const { key, sending, ...draft } = taking.get();
    if (!sending) return null;
    if (sending.placed) return sending.placed;
    const attempt = { key, body: bodyOf(customerId, draft) };
    const reply = await sendAttempt(attempt, (sent) => dispatch(placeOrder.initiate(sent, untracked)).unwrap());
    if (reply.kind === 'done') {
      taking.set({ sending: { ...sending, placed: reply.result } });
      return reply.result;
    }
    // Nothing was written under this key: what is placed next is another decision.
    if (reply.kind === 'refused' && isRefusal(reply.error)) taking.set({ sending: null, key: newIdempotencyKey() });
    state.set({ error: reply.error });
    return null;
  };

  /** False: there was no answer. */
  const saveOrder = async (order: Placed, saveKey: string): Promise<boolean> => {
    const attempt = { key: saveKey, body: { version: order.version }, orderId: order.id };
    const reply = await sendAttempt(attempt, () => dispatch(savePlaced.initiate(attempt, untracked)).unwrap());
    const thing = orderName(order);
    if (reply.kind === 'lost') {
      state.set({ error: reply.error });
      return false;
    }
    if (reply.kind === 'done') toast.success(i18next.t('done.saved', { ns: 'taking' }), { thing });
    // The order is there, open: its page says what to do about it.
    else notifyFailure(withNames(reply.error, taking.get().lines), { thing });
    return true;
  };

  const run = async (): Promise<void> => {
    const order = await place();
    const { sending } = taking.get();
    if (!order || !sending) return;
    if (sending.save) {
      if (!(await saveOrder(order, sending.saveKey))) return;
    } else toast.success(i18next.t('done.placed', { ns: 'taking' }), { thing: orderName(order) });
    taking.startAnew();
    state.set({ placedId: order.id });
  };

  /** Sends what was to be sent. */
  const resume = async (): Promise<void> => {
    if (state.get().busy || !taking.get().sending) return;
    state.set({ busy: true, error: null });
    await run();
    state.set({ busy: false });
  };

  return {
    ...state,
    resume,
    place: async (save: boolean): Promise<void> => {
      if (taking.get().sending) return;
      taking.set({ sending: { save, saveKey: newIdempotencyKey(), placed: null } });
      await resume();
    },
    /** The user changes what was refused. */
    forget: (): void => {
      if (state.get().error) state.set({ error: null });
    },
  };
}
