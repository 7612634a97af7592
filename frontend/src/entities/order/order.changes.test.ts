import { describe, expect, it } from 'vitest';
import { collides } from '../write/merge';
import { workedOrder } from './fixtures/worked';
import { compare, differs, rebase, withAbsent } from './order.changes';
import { linesOf, realChanges, withQuantities } from './order.math';
import type { Order } from './types';

const none = { quantities: {}, note: null };
const later = (change: Partial<Order>): Order => ({ ...workedOrder, version: 2, ...change });

describe('two copies of an order', () => {
  it('that differ in their version only, differ in nothing', () => {
    expect(differs(workedOrder, later({ reopened: true, revision: 3 }))).toBe(false);
  });

  it('show each line that is not what it was, lines that came and went among them', () => {
    const [spaghetti, paste, cola] = workedOrder.products;
    const theirs = later({ products: [{ ...spaghetti!, lines: [{ ...spaghetti!.lines[0]!, quantity: 7 }] }, cola!] });
    const { lines } = compare(workedOrder, theirs, {
      quantities: { 'P011-2': 4, 'P016-2': 3, 'P032-2': 0 },
      note: null,
    });
    expect(lines.map(({ typeId, before, theirs: now, mine }) => [typeId, before, now, mine])).toEqual([
      ['P011-2', 3, 7, 4],
      ['P016-2', 2, 0, 3],
      ['P032-2', 10, 10, 0],
    ]);
    expect(lines.map(collides)).toEqual([true, true, false]);
    expect(lines[1]?.name).toBe(`${paste!.name} ${paste!.lines[0]!.typeName}`);
  });

  it('show a changed price, status, shipping and note', () => {
    const [spaghetti, ...others] = workedOrder.products;
    const dearer = { ...spaghetti!, lines: [{ ...spaghetti!.lines[0]!, buyPrice: 1_300_000 }] };
    const change = { products: [dearer, ...others], shipping: 0, status: 'registered', sellerNote: 'ب' } as const;
    const found = compare(workedOrder, later(change), { quantities: {}, note: 'الف' });
    expect(found.lines).toMatchObject([{ typeId: 'P011-2', price: { before: 1_260_000, theirs: 1_300_000 } }]);
    expect(found.status).toEqual({ before: 'open', theirs: 'registered' });
    expect(found.shipping).toEqual({ before: 350_000, theirs: 0 });
    expect(found.sellerNote).toEqual({ before: '', theirs: 'ب', mine: 'الف' });
    expect(found.customerNote).toBeNull();
  });

  it('show what was written on the paper bill, where it was read', () => {
    const billed = { ...workedOrder, paperBill: null };
    expect(compare(billed, { ...billed, paperBill: 9 }).paperBill).toEqual({ before: null, theirs: 9 });
    expect(differs(billed, { ...billed, paperBill: 9 })).toBe(true);
    expect(differs(billed, workedOrder)).toBe(false);
  });

  it('do not blame the shipping when the last line went', () => {
    const empty = compare(workedOrder, later({ products: [], shipping: 0 }), none);
    expect(empty.shipping).toBeNull();
    expect(empty.lines).toHaveLength(3);
  });
});

describe('changes on top of another copy', () => {
  it('leave out what is so already, and put a line in again', () => {
    const theirs = withQuantities(workedOrder, { 'P011-2': 4, 'P016-2': 0 });
    const { quantities, absent } = rebase(workedOrder, theirs, { 'P011-2': 4, 'P016-2': 5, 'P032-2': 9 });
    expect(quantities).toEqual({ 'P016-2': 5, 'P032-2': 9 });
    expect(absent).toMatchObject([{ id: 'P016', lines: [{ typeId: 'P016-2', quantity: 0 }] }]);
    const shown = withQuantities(withAbsent(theirs, absent), quantities);
    expect(linesOf(shown.products).map(({ typeId, quantity }) => [typeId, quantity])).toEqual([
      ['P011-2', 4],
      ['P032-2', 9],
      ['P016-2', 5],
    ]);
    expect(realChanges(withAbsent(theirs, absent), quantities)).toEqual(quantities);
  });

  it('find a line that stands already, and a type of a product that does', () => {
    const [spaghetti] = workedOrder.products;
    const other = { ...spaghetti!.lines[0]!, typeId: 'P011-3', quantity: 0 };
    const joined = withAbsent(workedOrder, [{ ...spaghetti!, lines: [spaghetti!.lines[0]!, other] }]);
    expect(joined.products[0]?.lines.map(({ typeId }) => typeId)).toEqual(['P011-2', 'P011-3']);
    expect(withAbsent(workedOrder, [spaghetti!])).toBe(workedOrder);
  });

  it('have nothing to say of a line that both took out', () => {
    const theirs = withQuantities(workedOrder, { 'P016-2': 0 });
    expect(rebase(workedOrder, theirs, { 'P016-2': 0 })).toEqual({ quantities: {}, absent: [] });
  });
});
