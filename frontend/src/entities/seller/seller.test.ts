import { describe, expect, it } from 'vitest';
import { toSeller, toSellerStatus } from './map';
import { capabilitiesOf, toSellerType } from './sellerType';

describe('capabilitiesOf', () => {
  it.each([
    [-1, { dashboard: true, logoutLink: true, floatingMenu: false, invoices: false, sentFromInvoices: false }],
    [1, { dashboard: true, logoutLink: true, floatingMenu: false, invoices: true, sentFromInvoices: false }],
    [2, { dashboard: false, logoutLink: false, floatingMenu: true, invoices: true, sentFromInvoices: false }],
    [3, { dashboard: false, logoutLink: false, floatingMenu: true, invoices: false, sentFromInvoices: true }],
  ] as const)('type %i', (type, capabilities) => {
    expect(capabilitiesOf(type)).toEqual(capabilities);
  });

  it.each([0, 4, -7, Number.NaN])('treats the unheard-of type %s as unknown', (code) => {
    expect(toSellerType(code)).toBe(-1);
  });
});

describe('what a user without a store gets', () => {
  it('is the unknown type, closed', () => {
    expect(toSellerStatus({ seller: [] })).toEqual({ type: -1, isActive: false });
    expect(toSellerStatus({ seller: [{ isActive: true, sellerInfo: [] }] })).toEqual({ type: -1, isActive: true });
  });

  it('is no record', () => {
    expect(toSeller({ seller: [], version: 1 })).toBeNull();
  });
});
