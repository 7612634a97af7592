import { expect, it } from 'vitest';
import { priceOf } from './price';

it.each([
  [1_000_000, 10, 100_000, 1_100_000],
  [12_000_000, 10, 1_200_000, 13_200_000],
  [1_000_005, 10, 100_001, 1_100_006],
  [999, 9.5, 95, 1_094],
  [1_000_000, 0, 0, 1_000_000],
])('%i with %f percent of VAT', (price, percent, vat, total) => {
  expect(priceOf({ price }, percent)).toEqual({ vat, total });
});
