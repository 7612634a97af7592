import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Adjustment, agree, agreedPayable, MAX_POINTS, NO_ADJUSTMENT, pointsOf, pointsText } from './calculator';
import { workedOrder } from './fixtures/worked';
import { orderTotals } from './order.math';

const worked = orderTotals(workedOrder);
const adjusted = (change: Partial<Adjustment>): Adjustment => ({ ...NO_ADJUSTMENT, ...change });

describe('the calculator', () => {
  it('comes to what the rules say of the worked order', () => {
    const agreed = agree(worked, { percentPoints: 200, bonus: 100_000, cashPoints: 100 });
    expect(agreed).toEqual({ profit: 2_000_006, percent: 17.2891, payable: 9_567_994 });
  });

  it('has no final profit when nothing is agreed on', () => {
    expect(agree(worked, NO_ADJUSTMENT)).toEqual({ profit: 0, percent: 0, payable: worked.sales });
    expect(agreedPayable(worked, NO_ADJUSTMENT)).toBeNull();
  });

  it.each([
    ['the percentage alone', { percentPoints: 250 }, 1_572_000 + 289_200],
    ['the bonus alone', { bonus: 1 }, 1_572_001],
    // 11,568,000 − 9,996,000 × 0.99
    ['the cash discount alone', { cashPoints: 100 }, 1_671_960],
    ['all of it', { percentPoints: MAX_POINTS }, 11_568_000],
    ['more than all of it', { bonus: 999_999_999_999 }, 11_568_000],
    ['a full cash discount', { cashPoints: MAX_POINTS }, 11_568_000],
  ])('reads %s', (_, change, profit) => {
    expect(agree(worked, adjusted(change)).profit).toBe(profit);
  });

  it.each([
    // 1,050 − 1,050 × 0.9999 is 0.105; 5,000 × 0.0001 is 0.5 exactly.
    [1_050, 1, 0],
    [5_000, 1, 1],
    [4_999, 1, 0],
    [15_000, 1, 2],
  ])('rounds half up: %i tomans at %i basis points', (sales, cashPoints, profit) => {
    expect(agree({ sales, profit: 0 }, adjusted({ cashPoints })).profit).toBe(profit);
  });

  it('shows nothing in the footer when the agreement comes to nothing', () => {
    expect(agreedPayable({ sales: 100, profit: 0 }, adjusted({ cashPoints: 1 }))).toBeNull();
    expect(agreedPayable({ sales: 0, profit: 0 }, adjusted({ percentPoints: 500 }))).toBeNull();
  });

  it('keeps every toman of amounts that a float multiplies wrongly', () => {
    // 9,007,199,254,740,991 × 0.9999 × …: the same in whole numbers by hand.
    const agreed = agree({ sales: Number.MAX_SAFE_INTEGER, profit: 0 }, adjusted({ cashPoints: 1 }));
    expect(agreed.profit).toBe(900_719_925_474);
    expect(agreed.payable).toBe(Number.MAX_SAFE_INTEGER - 900_719_925_474);
  });
});

const amount = fc.integer({ min: 0, max: 10_000_000_000 });
const points = fc.integer({ min: 0, max: MAX_POINTS });
const anyAdjustment = fc.record({ percentPoints: points, bonus: amount, cashPoints: points });
const anyTotals = fc.tuple(amount, amount).map(([sales, part]) => ({ sales, profit: Math.min(sales, part) }));

describe('any agreement', () => {
  it('leaves between nothing and all of the sales, and never less than the profit without it', () => {
    fc.assert(
      fc.property(anyTotals, anyAdjustment, (totals, adjustment) => {
        const { profit, percent, payable } = agree(totals, adjustment);
        expect(profit + payable).toBe(totals.sales);
        expect(payable).toBeGreaterThanOrEqual(0);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        if (adjustment.percentPoints + adjustment.bonus + adjustment.cashPoints > 0) {
          expect(profit).toBeGreaterThanOrEqual(totals.profit);
        }
      }),
    );
  });

  it('is the formula, within half a toman', () => {
    fc.assert(
      fc.property(anyTotals, anyAdjustment, ({ sales, profit }, { percentPoints, bonus, cashPoints }) => {
        fc.pre(percentPoints + bonus + cashPoints > 0);
        const raised = profit + (sales * percentPoints) / 10_000 + bonus;
        const formula = sales - Math.max(0, (sales - raised) * (1 - cashPoints / 10_000));
        const exact = agree({ sales, profit }, { percentPoints, bonus, cashPoints }).profit;
        expect(Math.abs(exact - formula)).toBeLessThanOrEqual(0.501);
      }),
    );
  });

  it('grows with each of its parts', () => {
    fc.assert(
      fc.property(
        anyTotals,
        anyAdjustment,
        fc.constantFrom('percentPoints', 'bonus', 'cashPoints'),
        (totals, of, part) => {
          const more = { ...of, [part]: part === 'bonus' ? of.bonus + 1000 : Math.min(MAX_POINTS, of[part] + 100) };
          expect(agree(totals, more).profit).toBeGreaterThanOrEqual(agree(totals, of).profit);
        },
      ),
    );
  });

  it('reads back the percentages that it shows', () => {
    fc.assert(fc.property(points, (value) => pointsOf(pointsText(value)) === value));
    expect(['', '.', '5', '5.', '.5', '12.34', '100'].map(pointsOf)).toEqual([0, 0, 500, 500, 50, 1234, 10_000]);
  });
});
