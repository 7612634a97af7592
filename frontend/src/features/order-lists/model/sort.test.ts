import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Direction } from '../../../shared/ui/Table';
import { toOrderRows } from '../api/map';
import { wireOrderRowOf } from '../msw';
import { directionOf, ORDER_SORTS, pressed, type SortKey, sorted } from './sort';

const keys: readonly SortKey[] = ['createdAt', 'total', 'deliveryDate'];

/** Of few values, so that there are equals of each; a promised day may be missing. */
const anyOrders = fc
  .array(fc.record({ day: fc.integer({ min: 0, max: 3 }), total: fc.integer({ min: 0, max: 3 }) }), { maxLength: 12 })
  .map((made) =>
    toOrderRows({
      OrdersList: made.map(({ day, total }, place) =>
        wireOrderRowOf(`o${place}`, 0, {
          createdAt: `2026-11-2${day}T08:40:00Z`,
          orderDateTimeServe: day === 0 ? '' : `1405/09/0${day}`,
          mablagheKol: total,
        }),
      ),
    }),
  );

it('loses no order, keeps equals as they came, and puts those last that have none of it', () => {
  fc.assert(
    fc.property(anyOrders, fc.constantFrom(...ORDER_SORTS), (orders, sort) => {
      const key = keys.find((one) => directionOf(sort, one) !== null) ?? 'total';
      const direction: Direction | null = directionOf(sort, key);
      const result = sorted(orders, sort);
      expect(new Set(result)).toEqual(new Set(orders));
      for (const [index, next] of result.slice(1).entries()) {
        const one = result[index];
        if (one === undefined) continue;
        const [before, after] = [one[key], next[key]];
        if (before === after) expect(orders.indexOf(one)).toBeLessThan(orders.indexOf(next));
        else if (before !== null && after !== null) expect(before < after).toBe(direction === 'ascending');
        else expect(after).toBeNull();
      }
    }),
  );
});

it('asks for the largest first, then for the smallest, and begins anew with another column', () => {
  for (const key of keys) {
    const first = pressed(key === 'total' ? 'newest' : 'dearest', key);
    expect(directionOf(first, key)).toBe('descending');
    expect(directionOf(pressed(first, key), key)).toBe('ascending');
    expect(pressed(pressed(first, key), key)).toBe(first);
  }
});
