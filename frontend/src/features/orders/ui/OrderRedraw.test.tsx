import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Discount } from '../../../entities/order/types';
import { figure, more, openPage, press, quantities, spaghetti, updates } from '../fixtures/orderPage';
import { orderService } from '../msw';

/** One of each row, whenever it is drawn. */
const drawn = vi.hoisted(() => [] as string[]);

vi.mock('../../../entities/order/ui/LineDiscounts', () => ({
  LineDiscounts: ({ typeId }: { readonly typeId: string }) => {
    drawn.push(typeId);
    return null;
  },
}));

const SPAGHETTI = 'P011-2';
const ofOrder = (amount: number): Discount => ({ typeId: null, title: 'تخفیف مبلغی', percent: 8, amount });

beforeEach(() => {
  drawn.length = 0;
});

it('draws the row of a changed quantity alone, at the press and when the server has taken it', async () => {
  const service = orderService({ discounts: [ofOrder(807_000)] }, () => [ofOrder(900_000)]);
  await openPage({}, { service });
  const rows = new Set(drawn);
  expect(rows.size).toBe(quantities(service).flat().length);
  drawn.length = 0;
  press(more(spaghetti));
  await waitFor(() => expect(updates(service)).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(new Set(drawn)).toEqual(new Set([SPAGHETTI]));
});

it('keeps what is unsent in the tab after the frame of the press, and before the page goes away', async () => {
  await openPage();
  const write = vi.spyOn(Storage.prototype, 'setItem');
  const draft = expect.stringContaining('order-draft') as unknown as string;
  press(more(spaghetti));
  expect(figure(spaghetti)).toHaveValue('۴');
  expect(write).not.toHaveBeenCalledWith(draft, expect.anything());
  window.dispatchEvent(new Event('pagehide'));
  expect(write).toHaveBeenCalledWith(draft, expect.stringContaining(`"${SPAGHETTI}":4`));
});
