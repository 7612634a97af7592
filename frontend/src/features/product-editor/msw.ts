import { HttpResponse, http, type JsonBodyType } from 'msw';
import { unitsAre, wireTypeOf } from '../../entities/product/msw';
import { childIs } from '../../entities/seller/msw';
import type { WireCatalogueType } from '../../shared/api/wire/products.gen';

export const PRODUCT = 'p1';

export interface TypeWrite {
  readonly key: string | null;
  readonly body: {
    readonly _TypeRow: Readonly<Record<string, unknown>>;
    readonly _sellerId: string;
    readonly _productId: string;
  };
}

interface Scripted {
  readonly status: number;
  readonly body: JsonBodyType;
}

const STALE = { message: 'این مورد در جای دیگری تغییر کرده است.' };

export const fourTypes = (): WireCatalogueType[] => [
  wireTypeOf('t1', {
    nameNoeMahsool: '۴۵۰ گرم',
    rowOrder: 1,
    imgs: [{ src: '/media/t1/960.jpg' }],
    toz: 'ساکارز زیر ۲ درصد',
  }),
  wireTypeOf('t2', { nameNoeMahsool: '۹۰۰ گرم', rowOrder: 2, mojoody: 0, priceBuyOne: 90_000, priceSelOne: 90_000 }),
  wireTypeOf('t3', { nameNoeMahsool: '۲ کیلو', rowOrder: 3, isActive: false, vahed: 'unit-piece', tedadDarVahed: 1 }),
  wireTypeOf('t4', { nameNoeMahsool: '۵ کیلو', rowOrder: 4 }),
];

/** One product of the catalogue: it stores changes, answers as the server does, and its next answers can fail. */
export function productService(types: WireCatalogueType[] = fourTypes()) {
  const stored = { types };
  const writes: TypeWrite[] = [];
  let scripted: Scripted[] = [];
  let reads: Scripted[] = [];
  let gate: Promise<void> | null = null;

  const answer = ({ status, body }: Scripted) =>
    status === 0 ? HttpResponse.error() : HttpResponse.json(body, { status });

  const read = http.get('*/market/product-bind-app2/:id', ({ params }) => {
    const [refused, ...rest] = reads;
    reads = rest;
    if (refused) return answer(refused);
    if (params['id'] !== PRODUCT) return HttpResponse.json({ message: 'محصول پیدا نشد.' }, { status: 404 });
    return HttpResponse.json({
      product: stored.types.map((productType) => ({
        _id: PRODUCT,
        title: 'عسل گون',
        code: 'S001',
        imgs: [{ src: '/images/products/S001.svg' }],
        brand: { _id: 'b1', name: 'شهدکوه' },
        productType,
      })),
    });
  });

  const edit = http.post('*/market/edit-productType-app2', async ({ request }) => {
    const body = (await request.json()) as TypeWrite['body'];
    writes.push({ key: request.headers.get('idempotency-key'), body });
    await gate;
    const [refused, ...rest] = scripted;
    scripted = rest;
    if (refused) return answer(refused);
    const row = body._TypeRow;
    const found = stored.types.find(({ _id }) => _id === row['_id']);
    if (!found) return HttpResponse.json({ message: 'محصول پیدا نشد.' }, { status: 404 });
    if (row['version'] !== found.version) return HttpResponse.json(STALE, { status: 409 });
    const changed: WireCatalogueType = {
      ...found,
      mojoody: row['f3'] === row['mojoody'] ? found.mojoody : Number(row['f3']),
      priceBuyOne: Number(row['f6']),
      priceSelOne: Number(row['f7']),
      toz: String(row['f11']),
      isActive: row['f12'] === true,
      tedadDarVahed: Number(row['tedadDarVahed']),
      lowStock: Number(row['lowStock']),
      version: found.version + 1,
    };
    stored.types = stored.types.map((type) => (type._id === changed._id ? changed : type));
    return HttpResponse.json({
      message: 'تغییرات با موفقیت ذخیره شد.',
      productType: { ...changed, f8: 0, f9: 0, f10: 0 },
    });
  });

  return {
    handlers: [read, edit, unitsAre(), childIs(false)],
    stored,
    writes,
    /** The next save fails so; status 0 is a lost reply. */
    failSave: (status: number, body: JsonBodyType = {}) => {
      scripted = [...scripted, { status, body }];
    },
    failRead: (status: number, body: JsonBodyType = {}) => {
      reads = [...reads, { status, body }];
    },
    /** Somebody else changes a type. */
    changeElsewhere: (id: string, change: Partial<WireCatalogueType>) => {
      stored.types = stored.types.map((type) =>
        type._id === id ? { ...type, ...change, version: type.version + 1 } : type,
      );
    },
    /** An order takes some: no new version. */
    sell: (id: string, count: number) => {
      stored.types = stored.types.map((type) => (type._id === id ? { ...type, mojoody: type.mojoody - count } : type));
    },
    /** Saves wait until the answer is let go. */
    holdSaves: (): (() => void) => {
      let free: () => void = () => undefined;
      gate = new Promise((resolve) => {
        free = resolve;
      });
      return () => {
        gate = null;
        free();
      };
    },
  };
}
