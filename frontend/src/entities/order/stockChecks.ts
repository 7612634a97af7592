import { type AppError, isAppError } from '../../shared/api/appError';
import { makeStore, type Store } from '../../shared/lib/store';
import type { Quantities } from './order.math';

export interface StockState {
  /** Types whose stock is being asked → the quantity that they go back to when there is none. */
  readonly asking: Quantities;
  /** Type → how often an increase was refused. */
  readonly refusals: Quantities;
}

interface StockRules {
  /** What can still be sold; rejects with an AppError. */
  readonly ask: (typeId: string) => Promise<number>;
  /** As the user sees it now. */
  readonly quantityOf: (typeId: string) => number;
  readonly setQuantity: (typeId: string, quantity: number) => void;
  readonly onEmpty: (typeId: string) => void;
  readonly onFailure: (error: AppError, typeId: string) => void;
  /** What waited for the answer may go on. */
  readonly onAnswered?: () => void;
}

export interface StockChecks extends Store<StockState> {
  /** The quantity that the user wants, shown at once; it goes back when there is no stock for more. */
  readonly want: (typeId: string, quantity: number) => void;
  /** When nothing is being asked any more. */
  readonly settled: () => Promise<void>;
}

const without = (record: Quantities, key: string): Quantities =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

/** Asks for a type's stock whenever its quantity changes. Presses while it is being asked count, and share the answer. */
export function makeStockChecks({
  ask,
  quantityOf,
  setQuantity,
  onEmpty,
  onFailure,
  onAnswered,
}: StockRules): StockChecks {
  const store = makeStore<StockState>({ asking: {}, refusals: {} });
  const running = new Map<string, Promise<void>>();

  const check = async (typeId: string, from: number): Promise<void> => {
    try {
      const stock = await ask(typeId);
      if (stock > 0 || quantityOf(typeId) <= from) return;
      setQuantity(typeId, from);
      const { refusals } = store.get();
      store.set({ refusals: { ...refusals, [typeId]: (refusals[typeId] ?? 0) + 1 } });
      onEmpty(typeId);
    } catch (error) {
      if (!isAppError(error)) throw error;
      setQuantity(typeId, from);
      onFailure(error, typeId);
    } finally {
      running.delete(typeId);
      store.set({ asking: without(store.get().asking, typeId) });
      onAnswered?.();
    }
  };

  return {
    ...store,
    want: (typeId, quantity) => {
      const { asking } = store.get();
      const from = asking[typeId] ?? quantityOf(typeId);
      if (!running.has(typeId)) store.set({ asking: { ...asking, [typeId]: from } });
      setQuantity(typeId, quantity);
      if (!running.has(typeId)) running.set(typeId, check(typeId, from));
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** How many are missing: `held` are the order's own already, because it is registered with them. */
export const missingOf = (quantity: number, stock: number, held: number): number =>
  Math.max(0, quantity - Math.max(0, stock) - held);
