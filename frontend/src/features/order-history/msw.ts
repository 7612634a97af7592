import { HttpResponse, http } from 'msw';
import type { WireHistoryReply, WireRevisionLine } from '../../shared/api/wire/orders.gen';

const line = (typeId: string, name: string, quantity: number, initialPrice: number): WireRevisionLine => ({
  typeId,
  name,
  type: '۷۰۰ گرم',
  package: 'کارتن',
  quantity,
  initialPrice,
  price: quantity * initialPrice,
});

const none = { name: null, priceFrom: null, priceTo: null };

/** An order that was placed, registered, changed and registered again. */
export const wireHistory: WireHistoryReply = {
  truncated: false,
  revisions: [
    {
      revision: 2,
      atS: '1405/08/30 - 12:10',
      by: 'سارا کریمی',
      totalOrder: 5_000_000,
      lines: [line('t1', 'اسپاگتی', 5, 900_000), line('t3', 'نوشابه', 1, 100_000)],
    },
    {
      revision: 1,
      atS: '1405/08/29 - 09:00',
      by: 'فروشنده',
      totalOrder: 5_600_000,
      lines: [line('t1', 'اسپاگتی', 3, 1_000_000), line('t2', 'رب', 2, 800_000)],
    },
  ],
  events: [
    {
      atS: '1405/08/30 - 12:10',
      by: 'سارا کریمی',
      action: 'registered',
      changes: { revision: { from: 1, to: 2, ...none } },
    },
    {
      atS: '1405/08/30 - 12:05',
      by: 'سارا کریمی',
      action: 'prices_changed',
      changes: {
        totalOrder: { from: 5_600_000, to: 5_000_000, ...none },
        PaperBill: { from: null, to: 5_000_000, ...none },
        sellerToz: { from: null, to: 'تخفیف داده شد', ...none },
        status: { from: 1, to: 0, ...none },
        t1: { from: 3, to: 5, name: 'اسپاگتی ۷۰۰ گرم', priceFrom: 1_000_000, priceTo: 900_000 },
        t2: { from: 2, to: null, ...none, name: 'رب ۷۰۰ گرم' },
        t3: { from: null, to: 1, name: 'نوشابه ۷۰۰ گرم', priceFrom: null, priceTo: 100_000 },
      },
    },
    { atS: '1405/08/29 - 08:00', by: 'مشتری', action: 'placed', changes: {} },
    { atS: '1405/08/28 - 08:00', by: 'سامانه', action: 'something_new', changes: {} },
  ],
};

export const historyIs = (reply: WireHistoryReply = wireHistory) =>
  http.get('*/market/order-history-app2/:orderId', () => HttpResponse.json(reply));
