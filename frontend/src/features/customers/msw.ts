import { HttpResponse, http } from 'msw';
import type { WireCustomerRow } from '../../shared/api/wire/customers.gen';
import { nextAnswer } from '../../testing/nextAnswer';

export const wireCustomerOf = (id: string, over: Partial<WireCustomerRow> = {}): WireCustomerRow => ({
  _id: id,
  f2: `مشتری ${id}`,
  f3: '09120000011',
  f4: { name: 'سوپرمارکت' },
  f7: '2026-11-21T08:40:00Z',
  f8: 'برادران',
  f11: { name: 'قم' },
  f12: 'خیابان یک',
  f16: 0,
  ...over,
});

/**
 * A list of customers, newest activity first, that pages, searches, sorts and counts as the server does. `asked` lists the queries; the next call can
 * be refused or held back.
 */
export function customersService(all: readonly WireCustomerRow[]) {
  const asked: URLSearchParams[] = [];
  const next = nextAnswer();
  const list = http.get('*/user/customer-list-app2', async ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const refused = await next.due();
    if (refused) return refused;
    const found = all.filter(({ f2 }) => f2.includes(query.get('search') ?? ''));
    const status = query.get('status');
    const matching = status === null ? found : found.filter(({ f16 }) => (f16 === 0) === (status === '0'));
    const sorted = query.get('sort') === 'silent' ? matching.toReversed() : matching;
    const limit = Number(query.get('limit'));
    const start = (Number(query.get('page')) - 1) * limit;
    const unprocessed = found.filter(({ f16 }) => f16 === 0).length;
    return HttpResponse.json({
      users: sorted.slice(start, start + limit),
      totalPages: Math.ceil(matching.length / limit),
      totals: { all: found.length, unprocessed, processed: found.length - unprocessed },
    });
  });
  return {
    handlers: [list],
    asked,
    ...next,
  };
}
