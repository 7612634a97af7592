import { type AppError, isAppError } from '../../shared/api/appError';
import { makeStore } from '../../shared/lib/store';
import { namedLines } from './order.changes';
import type { Quantities } from './order.math';
import type { Order } from './types';

interface StockState {
  /** Type whose stock is being asked → the quantity that it goes back to when there is none. */
  readonly asking: Quantities;
  /** Type → how often an increase was refused. */
  readonly refusals: Quantities;
}

interface StockRules {
  /** The stock left to sell; rejects with an AppError. */
  readonly ask: (typeId: string) => Promise<number>;
  /** As the user sees it now. */
  readonly quantityOf: (typeId: string) => number;
  readonly setQuantity: (typeId: string, quantity: number) => void;
  readonly onEmpty: (typeId: string) => void;
  readonly onFailure: (error: AppError, typeId: string) => void;
  /** The changes that waited for the answer can be sent. */
  readonly onAnswered: () => void;
}

export type StockChecks = ReturnType<typeof makeStockChecks>;

const without = (record: Quantities, key: string): Quantities =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

/** Asks for a type's stock whenever its quantity changes. Presses meanwhile count too, and share the answer. */
export function makeStockChecks({ ask, quantityOf, setQuantity, onEmpty, onFailure, onAnswered }: StockRules) {
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
      onAnswered();
    }
  };

  return {
    ...store,
    /** Displays the quantity that the user wants at once; it goes back when there is no stock for more. */
    want: (typeId: string, quantity: number): void => {
      const { asking } = store.get();
      const from = asking[typeId] ?? quantityOf(typeId);
      if (!running.has(typeId)) store.set({ asking: { ...asking, [typeId]: from } });
      setQuantity(typeId, quantity);
      if (!running.has(typeId)) running.set(typeId, check(typeId, from));
    },
    /** Resolves when no stock is being asked for any more. */
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** How many are missing of `stock`, which is all that the order could have; 0 while that is not known. */
export const missingOf = (quantity: number, stock: number | null): number =>
  stock === null ? 0 : Math.max(0, quantity - Math.max(0, stock));

/** The lines of which there is less than the order wants. */
export const shortOf = ({ products }: Pick<Order, 'products'>) =>
  [...namedLines(products).values()].flatMap(({ name, line: { typeId, quantity, stock } }) =>
    stock !== null && missingOf(quantity, stock) > 0 ? [{ typeId, name, quantity, stock: Math.max(0, stock) }] : [],
  );
