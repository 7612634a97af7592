import i18next from 'i18next';
import type { AppError } from '../../shared/api/appError';
import { toastError } from '../../shared/api/useMutationToast';
import { codeInText } from '../../shared/lib/digits';
import type { ToastOptions } from '../../shared/ui/Toast';
import { lineName } from './order.changes';
import type { Order } from './types';

/** The order's name in a toast: «سفارش ۱۴۰۵-۰۸-۰۰۰۱۲۳». */
export const orderName = ({ code }: Pick<Order, 'code'>): string =>
  i18next.t('orderOf', { ns: 'common', code: codeInText(code) });

/** The name of one of its lines, to be said of its stock. */
export const nameOfLine = ({ products }: Pick<Order, 'products'>, typeId: string): string | undefined =>
  products.flatMap((product) =>
    product.lines.flatMap((line) => (line.typeId === typeId ? [lineName(product, line)] : [])),
  )[0];

/** Shows a failed read or write of an order, in the place of what was last shown about the same thing. */
export const notifyFailure = (error: AppError, options: ToastOptions): void => {
  toastError(error, { fallback: 'server', options });
};

/** «field: value» lines whose fields are types of this order name the line instead; what names it already is enough. */
export function withTypeNames(error: AppError, order: Pick<Order, 'products'>): AppError {
  const { fields } = error;
  if (!fields) return error;
  const lines = Object.entries(fields).map(([field, text]) => {
    const name = nameOfLine(order, field) ?? field;
    return text.includes(name) ? text : `${name}: ${text}`;
  });
  return { ...error, lines };
}
