import i18next from 'i18next';
import { lineName } from '../../../entities/order/order.changes';
import { linesOf, type Quantities, realChanges } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import type { AppError } from '../../../shared/api/appError';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { toastError } from '../../../shared/api/useMutationToast';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import type { DroppedChange } from './draft.slice';

const short = { duration: toastDuration.short };

export const say = (key: 'updated' | 'noted' | 'save' | 'cancel' | 'reopen' | 'discard'): void => {
  toast.success(i18next.t(`done.${key}`, { ns: 'order' }), short);
};

/** The log-in page says the rest of a 401. */
export function complain(error: AppError): void {
  if (error.status !== UNAUTHORIZED) toastError(error, { fallback: 'server', options: short });
}

/** What the user wanted and will not find in the order. */
export function droppedOf(order: Order, changes: Quantities): DroppedChange[] {
  const real = realChanges(order, changes);
  return order.products.flatMap((product) =>
    product.lines.flatMap((line) => {
      const to = real[line.typeId];
      const { typeId, quantity: from } = line;
      return to === undefined ? [] : [{ typeId, name: lineName(product, line), from, to }];
    }),
  );
}

/** «field: value» lines whose fields are types of this order say the type's name instead. */
export function withNames(error: AppError, order: Order | undefined): AppError {
  const { fields } = error;
  if (!fields || !order) return error;
  const names = new Map(linesOf(order.products).map(({ typeId, typeName }) => [typeId, typeName]));
  const lines = Object.entries(fields).map(([field, text]) => `${names.get(field) ?? field}: ${text}`);
  return { ...error, lines };
}
