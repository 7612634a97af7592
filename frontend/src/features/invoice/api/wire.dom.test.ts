import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toOrderSheet } from '../../../entities/order/sheet';
import { wireSheetReply } from '../../../shared/api/wire/orders.gen';
import { withDraft } from '../model/draft';
import { wireOf, workedInvoice } from '../msw';
import { toInvoice, toSaveBody } from './map';

const read = (answer: unknown) => toInvoice(toOrderSheet('o1', v.parse(wireSheetReply, answer)));
const answer = wireOf(workedInvoice);

describe('the invoice on the wire', () => {
  it('is read whole', () => {
    const { products, ...rest } = read(answer);
    const { products: expected, ...others } = workedInvoice;
    expect(rest).toEqual(others);
    expect(
      products.map(({ name, lines }) => [name, lines.map(({ quantity, buyPrice }) => [quantity, buyPrice])]),
    ).toEqual(expected.map(({ name, lines }) => [name, lines.map(({ quantity, buyPrice }) => [quantity, buyPrice])]));
  });

  it('may lack what nobody has written', () => {
    const bare = {
      ...answer,
      order: { ...answer.order, customerTelephone: '', customerQR: '', PaperBill: undefined },
      orderDateTimeServeS: '',
    };
    expect(read(bare)).toMatchObject({ customer: { phone: '' }, qr: '', deliveryAt: '', paperTotal: null });
  });

  it('may have a status that nobody knows yet', () => {
    expect(read({ ...answer, order: { ...answer.order, status: 9 } }).status).toBe('unknown');
  });

  it('has whole tomans', () => {
    expect(() => read({ ...answer, order: { ...answer.order, tax: 0.5 } })).toThrow();
  });
});

describe('what is sent', () => {
  it('is the whole order with its totals, at the version that was read', () => {
    const changed = withDraft(workedInvoice, { quantities: { 'P011-2': '4' } });
    const body = toSaveBody(workedInvoice, changed);
    expect(body).toMatchObject({
      totalPurchase: 11_256_000,
      countKol: 16,
      tax: 1_013_040,
      shippingCost: 350_000,
      totalOrder: 12_619_040,
      version: 1,
    });
    expect(body.products.flatMap(({ options }) => options.map(({ typeId, quantity }) => [typeId, quantity]))).toEqual([
      ['P011-2', 4],
      ['P016-2', 2],
      ['P032-2', 10],
    ]);
  });

  it('leaves out what has not changed, and writes an emptied paper total as 0', () => {
    const written = { ...workedInvoice, paperTotal: 11_000_000, sellerNote: 'نقد' };
    const quiet = toSaveBody(written, withDraft(written, { quantities: {} }));
    expect(quiet).not.toHaveProperty('PaperBill');
    expect(quiet).not.toHaveProperty('sellerToz');
    const cleared = withDraft(written, { quantities: {}, paperTotal: null, sellerNote: '' });
    expect(toSaveBody(written, cleared)).toMatchObject({ PaperBill: 0, sellerToz: '' });
  });
});
