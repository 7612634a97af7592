import { describe, expect, it } from 'vitest';
import { workedSheet as order } from '../fixtures/workedSheet';
import { orderTotals } from '../order.math';
import { applied, type Changes, countChanges, missingIn, NO_CHANGES, realOf, toReviseBody } from './changes';

const draft = (part: Partial<Changes>): Changes => ({ ...NO_CHANGES, ...part });

describe('a draft', () => {
  it('is nothing when everything came back to what it was', () => {
    const there = draft({
      quantities: { 'P011-2': 3 },
      prices: { 'P011-2': 1_260_000 },
      shipping: 350_000,
      paperBill: null,
      note: '  ',
    });
    expect(countChanges(realOf(order, there))).toBe(0);
  });

  it('counts each thing once, and a price of a line that goes not at all', () => {
    const changed = draft({
      quantities: { 'P011-2': 0, 'P016-2': 5 },
      prices: { 'P011-2': 1, 'P016-2': 2 },
      shipping: 0,
      paperBill: 0,
      note: 'الف',
    });
    expect(countChanges(realOf(order, changed))).toBe(6);
  });

  it('shows what the order would come to', () => {
    const next = applied(
      order,
      draft({ quantities: { 'P011-2': 0, 'P016-2': 0 }, prices: { 'P032-2': 100_000 }, shipping: 0 }),
    );
    expect(orderTotals(next)).toMatchObject({ purchase: 1_000_000, tax: 90_000, shipping: 0, grand: 1_090_000 });
  });

  it('holds the note as it would be sent', () => {
    expect(realOf(order, draft({ note: ' الف ' })).note).toBe('الف');
    expect(realOf({ ...order, sellerNote: 'الف' }, draft({ note: 'الف ' }))).not.toHaveProperty('note');
  });

  it('names the empty fields, and counts with the old price until a new one is there', () => {
    const empty = draft({ prices: { 'P011-2': null }, shipping: null });
    expect([...missingIn(realOf(order, empty))].sort()).toEqual(['P011-2', 'shipping']);
    expect(orderTotals(applied(order, empty)).grand).toBe(11_245_640);
  });

  it('sends all lines, and of the rest what is new', () => {
    expect(toReviseBody(order, draft({ quantities: { 'P032-2': 0 } }))).toEqual({
      products: [{ options: [{ typeId: 'P011-2', quantity: 3 }] }, { options: [{ typeId: 'P016-2', quantity: 2 }] }],
      totalPurchase: 6_516_000,
      countKol: 5,
      tax: 586_440,
      shippingCost: 350_000,
      totalOrder: 7_452_440,
      version: 7,
    });
    const written = { ...order, paperBill: 5, sellerNote: 'نقد' };
    expect(toReviseBody(written, draft({ paperBill: null, note: ' الف ' }))).toMatchObject({
      PaperBill: 0,
      sellerToz: 'الف',
    });
    expect(toReviseBody(written, draft({ note: '' }))).toMatchObject({ sellerToz: '' });
  });
});
