import { describe, expect, it } from 'vitest';
import { discountOf, figuresOf } from './figures';

describe('the figures of a type', () => {
  it('are profit, percent of the sell price and the price of a package', () => {
    expect(figuresOf({ buyPrice: 112_000, sellPrice: 132_000, piecesPerUnit: 48 })).toEqual({
      profit: 20_000,
      percent: 15.15,
      packagePrice: 5_376_000,
    });
  });

  it('have no profit below zero', () => {
    expect(figuresOf({ buyPrice: 100, sellPrice: 90, piecesPerUnit: 1 })).toEqual({
      profit: 0,
      percent: 0,
      packagePrice: 100,
    });
  });

  it('are all zero when nothing is asked for', () => {
    expect(figuresOf({ buyPrice: 0, sellPrice: 0, piecesPerUnit: 12 })).toEqual({
      profit: 0,
      percent: 0,
      packagePrice: 0,
    });
  });

  it.each([
    // 0.125 % stands exactly between two hundredths.
    [799, 800, 0.13],
    [1, 3, 66.67],
    [2, 3, 33.33],
    [0, 7, 100],
    // Floating point makes 4.484999… of it.
    [1_910_300, 2_000_000, 4.49],
    [9_007_199_254_740, 9_007_199_254_741, 0],
  ])('round half up: buy %i, sell %i is %f percent', (buyPrice, sellPrice, percent) => {
    expect(figuresOf({ buyPrice, sellPrice, piecesPerUnit: 1 }).percent).toBe(percent);
  });
});

describe('the badge', () => {
  it('shows when the sell price is above the buy price', () => {
    expect(discountOf({ buyPrice: 85, sellPrice: 100 })).toBe(15);
    expect(discountOf({ buyPrice: 112_000, sellPrice: 132_000 })).toBe(15.15);
  });

  it.each([
    [100, 100],
    [100, 90],
    [0, 0],
  ])('does not show for buy %i, sell %i', (buyPrice, sellPrice) => {
    expect(discountOf({ buyPrice, sellPrice })).toBeNull();
  });
});
