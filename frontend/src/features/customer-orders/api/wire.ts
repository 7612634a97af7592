import * as v from 'valibot';

const text = v.nullish(v.string(), '');

/** GET /market/fetch-order-list-app2/{customerId}. */
export const wireOrderList = v.object({
  OrdersList: v.array(
    v.object({
      id: v.string(),
      Code: v.string(),
      customerName: text,
      customerCellPhone: text,
      sellerTitle: text,
      createdAt: v.nullish(v.string()),
      orderDateTimeServe: text,
      status: v.picklist([0, 1, 2]),
      statusText: text,
      customerOnvanFrooshgah: text,
      customerTelephone: text,
      mablagheKol: v.pipe(v.number(), v.safeInteger()),
      customerOnvanSenf: text,
      customerTeritory: text,
      customerAddress: text,
    }),
  ),
});
export type WireOrderList = v.InferOutput<typeof wireOrderList>;
