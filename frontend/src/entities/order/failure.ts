import i18next from 'i18next';
import type { AppError } from '../../shared/api/appError';
import { toastError } from '../../shared/api/useMutationToast';
import { codeInText } from '../../shared/lib/digits';
import type { ToastOptions } from '../../shared/ui/Toast';
import { lineName } from './order.changes';
import { linesOf } from './order.math';
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

/** «field: value» lines whose fields are types of this order say the type's name instead. */
export function withTypeNames(error: AppError, { products }: Pick<Order, 'products'>): AppError {
  const { fields } = error;
  if (!fields) return error;
  const names = new Map(linesOf(products).map(({ typeId, typeName }) => [typeId, typeName]));
  return { ...error, lines: Object.entries(fields).map(([field, text]) => `${names.get(field) ?? field}: ${text}`) };
}
