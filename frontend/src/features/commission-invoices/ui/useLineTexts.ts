import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { monthYear, parseJalali } from '../../../shared/lib/jalali';
import { formatPercent, withUnit } from '../../../shared/lib/units';
import { explain } from '../model/explain';
import type { InvoiceLine } from '../model/types';

/** «مهر ۱۴۰۵» for `1405/07`. */
export function monthName(month: string): string {
  const first = parseJalali(`${month}/01`);
  return first === null ? month : monthYear(first);
}

export interface LineTexts {
  /** What the line bills. */
  readonly title: string;
  /** Rate × base = amount, or why the line is not such a product. */
  readonly formula: string;
}

/** The texts of a line, for the screen and the paper. */
export function useLineTexts(): (line: InvoiceLine) => LineTexts {
  const t = useText('commissionInvoices');
  const tomans = (amount: number): string => withUnit(formatNumber(amount), t('toman'));
  return (line) => {
    const title = t(`lines.${line.kind}`, { month: monthName(line.month) });
    const explained = explain(line);
    if (explained.how === 'plain')
      return { title, formula: t(`formula.${line.kind === 'month' ? 'fixed' : line.kind}`) };
    const rate = explained.how === 'percentage' ? formatPercent(line.commission) : tomans(line.commission);
    const base =
      explained.how === 'percentage' ? tomans(line.sales) : t('baskets', { number: formatNumber(line.orders) });
    const equals = explained.near ? '\u2248' : '=';
    return { title, formula: t('formula.product', { rate, base, equals, amount: tomans(line.amount) }) };
  };
}
