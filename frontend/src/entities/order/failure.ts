import i18next from 'i18next';
import type { AppError } from '../../shared/api/appError';
import { toastError } from '../../shared/api/useMutationToast';
import { codeInText } from '../../shared/lib/digits';
import type { ToastOptions } from '../../shared/ui/Toast';
import { namedLines } from './order.changes';
import type { Order } from './types';

/** The order's name in a toast: «سفارش ۱۴۰۵-۰۸-۰۰۰۱۲۳». */
export const orderName = ({ code }: Pick<Order, 'code'>): string =>
  i18next.t('orderOf', { ns: 'common', code: codeInText(code) });

/** The name of one of its lines. */
export const nameOfLine = ({ products }: Pick<Order, 'products'>, typeId: string): string | undefined =>
  namedLines(products).get(typeId)?.name;

/** Reports a failed read or write of an order in a toast. */
export const notifyFailure = (error: AppError, options: ToastOptions): void => {
  toastError(error, { fallback: 'server', options });
};

/** Replaces type ids with line names in the error's «field: text» lines; a text that already has the name stays alone. */
export function withTypeNames(error: AppError, order: Pick<Order, 'products'>): AppError {
  const { fields } = error;
  if (!fields) return error;
  const lines = Object.entries(fields).map(([field, text]) => {
    const name = nameOfLine(order, field) ?? field;
    return text.includes(name) ? text : `${name}: ${text}`;
  });
  return { ...error, lines };
}
