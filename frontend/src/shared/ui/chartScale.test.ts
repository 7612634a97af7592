import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexAt, niceCeiling, type Plot, tickIndexes, tickX, xAt, yAt } from './chartScale';

const WIDTH = 564;
const plot: Plot = { oldest: 500, newest: 20, top: 10, bottom: 200, width: WIDTH, count: 10, ceiling: 100 };
const of = (count: number): Plot => ({ ...plot, count });

describe('chart scale', () => {
  it.each([
    [0, 1],
    [7, 8],
    [99, 100],
    [15_344_000, 20_000_000],
    [1_500_000, 1_500_000],
  ])('rounds %d up to %d', (max, expected) => {
    expect(niceCeiling(max)).toBe(expected);
  });

  it('never cuts the top and never wastes more than half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (max) => {
        const ceiling = niceCeiling(max);
        expect(ceiling).toBeGreaterThanOrEqual(max);
        expect(ceiling).toBeLessThanOrEqual(max * 2);
      }),
    );
  });

  it('runs from right to left in time', () => {
    expect(xAt(plot, 0)).toBe(500);
    expect(xAt(plot, 9)).toBe(20);
    expect(xAt(of(1), 0)).toBe(260);
    expect(yAt(plot, 0)).toBe(200);
    expect(yAt(plot, 100)).toBe(10);
  });

  it('finds the point under the finger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.nat(), (count, seed) => {
        const index = seed % count;
        expect(indexAt(of(count), xAt(of(count), index))).toBe(index);
      }),
    );
    expect(indexAt(plot, -50)).toBe(9);
    expect(indexAt(plot, 900)).toBe(0);
  });

  it('spreads the dates evenly, none over another and none cut off', () => {
    expect(tickIndexes(of(3), 90, 16)).toEqual([0, 1]);
    expect(tickIndexes(of(3), 50, 16)).toEqual([0, 1, 2]);
    expect(tickIndexes(of(3), 40, 16)).toEqual([0, 1, 2]);
    expect(tickIndexes(of(1), 60, 16)).toEqual([0]);
    expect(tickIndexes(of(0), 60, 16)).toEqual([]);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 20, max: 120 }), (count, breadth) => {
        for (const side of [of(count), { ...of(count), oldest: WIDTH - plot.oldest, newest: WIDTH - plot.newest }]) {
          const ticks = tickIndexes(side, breadth, 16);
          const places = ticks.map((index) => tickX(side, index, breadth));
          expect(ticks[0]).toBe(0);
          for (const [index, x] of places.slice(1).entries()) {
            expect(Math.abs((places[index] ?? 0) - x)).toBeGreaterThanOrEqual(breadth + 7.9);
            expect(Math.min(x, WIDTH - x)).toBeGreaterThanOrEqual(breadth / 2);
          }
        }
      }),
    );
  });
});
