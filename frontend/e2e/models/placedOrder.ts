import { randomUUID } from 'node:crypto';
import type { TestInfo } from '@playwright/test';
import { tool } from './house';

/** Customers of two sellers whose orders only `placeOrder` makes, each with a good that nobody else orders. */
const KEPT = {
  special: {
    sellerId: '019a9a00-0000-7000-8000-000000000002',
    // One for each worker: what runs side by side does not meet.
    customers: [
      { code: 'D005', mobile: '09000000205', type: 'R007-1' },
      { code: 'D009', mobile: '09000000209', type: 'R010-1' },
      { code: 'D006', mobile: '09000000206', type: 'R004-1' },
      { code: 'D010', mobile: '09000000210', type: 'R009-1' },
    ],
  },
  exclusive: {
    sellerId: '019a9a00-0000-7000-8000-000000000003',
    customers: [
      { code: 'E005', mobile: '09000000305', type: 'S005-1' },
      { code: 'E009', mobile: '09000000309', type: 'S006-1' },
      { code: 'E006', mobile: '09000000306', type: 'S007-1' },
      { code: 'E010', mobile: '09000000310', type: 'S012-1' },
    ],
  },
} as const;

/** Tests that take any open order leave those of these customers alone. */
export const isKept = ({ f3 }: { readonly f3: string }): boolean =>
  Object.values(KEPT).some(({ customers }) => customers.some(({ mobile }) => mobile === f3));

export interface PlacedOrder {
  readonly orderId: string;
  readonly mobile: string;
  /** As the list shows it, in Latin digits. */
  readonly code: string;
}

/** Places an order in a customer's name, as a shop of the network does. */
export async function placeOrder(seller: keyof typeof KEPT, info: TestInfo, quantity: number): Promise<PlacedOrder> {
  const { sellerId, customers } = KEPT[seller];
  const { code: customer, mobile, type } = customers[info.parallelIndex % customers.length] ?? customers[0];
  const words = ['--seller', sellerId, '--customer', customer, '--line', `${type}=${quantity}`];
  const once = ['--client-order-id', `e2e-${randomUUID()}`];
  const [code = '', orderId = ''] = (await tool('place-order', ...words, ...once)).split(' ');
  return { code, orderId, mobile };
}
