import { lineName } from '../../../entities/order/order.changes';
import { linesOf, totalsOf, withQuantities } from '../../../entities/order/order.math';
import type { Invoice } from './types';

/** What the user has changed on the paper and the server has not yet confirmed. */
export interface Draft {
  /** Type → the typed digits; may be empty while they are typed. */
  readonly quantities: Readonly<Record<string, string>>;
  /** Left out: as it was. */
  readonly paperTotal?: number | null;
  readonly sellerNote?: string;
}

export const emptyDraft: Draft = { quantities: {} };

/** Only an open order: a registered one is opened again on its own page, knowingly. */
export const mayChange = ({ status }: Invoice): boolean => status === 'open';

const isQuantity = (digits: string): boolean => Number(digits) >= 1;

/** Without what says the same as the paper, or speaks of lines that are not on it. */
export function realDraft(invoice: Invoice, draft: Draft): Draft {
  const lines = linesOf(invoice.products);
  const quantities = Object.fromEntries(
    lines.flatMap(({ typeId, quantity }) => {
      const typed = draft.quantities[typeId];
      return typed === undefined || typed === String(quantity) ? [] : [[typeId, typed]];
    }),
  );
  const { paperTotal, sellerNote } = draft;
  return {
    quantities,
    ...(paperTotal !== undefined && (paperTotal ?? 0) !== (invoice.paperTotal ?? 0) && { paperTotal }),
    ...(sellerNote !== undefined && sellerNote !== invoice.sellerNote && { sellerNote }),
  };
}

export const isDirty = (draft: Draft): boolean =>
  Object.keys(draft.quantities).length > 0 || draft.paperTotal !== undefined || draft.sellerNote !== undefined;

/** Types whose typed quantity is none. */
export const wrongLines = ({ quantities }: Draft): readonly string[] =>
  Object.keys(quantities).filter((typeId) => !isQuantity(quantities[typeId] ?? ''));

/** The paper with the user's changes. A quantity that is none leaves its line as it was. */
export function withDraft(invoice: Invoice, draft: Draft): Invoice {
  const numbers = Object.entries(draft.quantities).filter(([, digits]) => isQuantity(digits));
  const { paperTotal, sellerNote } = draft;
  const changed = {
    ...invoice,
    ...(paperTotal !== undefined && { paperTotal }),
    ...(sellerNote !== undefined && { sellerNote }),
  };
  if (numbers.length === 0) return changed;
  const { products } = withQuantities(
    invoice,
    Object.fromEntries(numbers.map(([typeId, digits]) => [typeId, Number(digits)])),
  );
  // What the discounts of other quantities are says the server.
  if (invoice.discounts.length > 0) return { ...changed, products };
  const { purchase, tax, shipping, grand } = totalsOf(linesOf(products), invoice.taxRate, invoice.totals.shipping);
  return { ...changed, products, totals: { purchase, tax, shipping, grand } };
}

/** One change, for people. */
export interface NamedChange {
  readonly name: string;
  readonly from: string | number;
  readonly to: string | number;
}

/** What a draft changes in a paper, line by line; `paper` and `note` are the names of the other two fields. */
export function changesOf(invoice: Invoice, draft: Draft, paper: string, note: string): readonly NamedChange[] {
  const { quantities, paperTotal, sellerNote } = realDraft(invoice, draft);
  const lines = invoice.products.flatMap((product) =>
    product.lines.flatMap((line) => {
      const to = quantities[line.typeId];
      return to === undefined ? [] : [{ name: lineName(product, line), from: line.quantity, to: Number(to) }];
    }),
  );
  return [
    ...lines,
    ...(paperTotal === undefined ? [] : [{ name: paper, from: invoice.paperTotal ?? 0, to: paperTotal ?? 0 }]),
    ...(sellerNote === undefined ? [] : [{ name: note, from: invoice.sellerNote, to: sellerNote }]),
  ];
}

/** What somebody else has changed between two copies of a paper; 0 of a line that is not in one of them. */
export function changedElsewhere(before: Invoice, now: Invoice, paper: string, note: string): readonly NamedChange[] {
  const { paperTotal, sellerNote } = now;
  const held = new Map(linesOf(now.products).map(({ typeId, quantity }) => [typeId, String(quantity)]));
  const old = linesOf(before.products).map(({ typeId }) => typeId);
  const quantities = Object.fromEntries(old.map((typeId) => [typeId, held.get(typeId) ?? '0']));
  const added = now.products.flatMap((product) =>
    product.lines.flatMap((line) =>
      old.includes(line.typeId) ? [] : [{ name: lineName(product, line), from: 0, to: line.quantity }],
    ),
  );
  return [...changesOf(before, { quantities, paperTotal, sellerNote }, paper, note), ...added];
}
