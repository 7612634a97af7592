import { expect, it } from 'vitest';
import { toSalesRows, toSeries } from './map';

const totals = (totalAmount: number) => ({ totalOrders: 1, totalQuantity: 2, totalAmount });

it('puts the largest amount first, whatever the rows are about', () => {
  const rows = toSalesRows({
    counts: [
      { productName: 'رب', typeName: '۸۰۰ گرم', ...totals(5) },
      { customerTeritory: 'قم', ...totals(9) },
      { customerName: 'حسن', ...totals(7) },
    ],
  });
  expect(rows.map(({ name, detail, amount }) => [name, detail, amount])).toEqual([
    ['قم', '', 9],
    ['حسن', '', 7],
    ['رب', '۸۰۰ گرم', 5],
  ]);
});

it('gives days without sales their place in time', () => {
  const points = [
    { date: '1405/07/30', ...totals(4) },
    { date: '1405/08/02', ...totals(6) },
  ];
  expect(toSeries({ points }).map(({ date, value }) => [date, value])).toEqual([
    ['1405/07/30', 4],
    ['1405/08/01', 0],
    ['1405/08/02', 6],
  ]);
  expect(toSeries({ points: [] })).toEqual([]);
});
