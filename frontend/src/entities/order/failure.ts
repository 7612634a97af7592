import type { AppError } from '../../shared/api/appError';
import { toastError } from '../../shared/api/useMutationToast';
import { linesOf } from './order.math';
import type { Order } from './types';

/** Shows a failed read or write of an order, in the place of what was last shown about the same thing. */
export const notifyFailure = (error: AppError, about?: string): void => {
  toastError(error, { fallback: 'server', options: about === undefined ? {} : { about } });
};

/** «field: value» lines whose fields are types of this order say the type's name instead. */
export function withTypeNames(error: AppError, { products }: Pick<Order, 'products'>): AppError {
  const { fields } = error;
  if (!fields) return error;
  const names = new Map(linesOf(products).map(({ typeId, typeName }) => [typeId, typeName]));
  return { ...error, lines: Object.entries(fields).map(([field, text]) => `${names.get(field) ?? field}: ${text}`) };
}
