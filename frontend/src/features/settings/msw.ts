import { HttpResponse, http, type JsonBodyType } from 'msw';

const SELLER = '0190a0a0-0000-7000-8000-000000000002';

export const wireSeller = (type = 1, fields: Record<string, unknown> = {}) => ({
  _id: SELLER,
  isActive: true,
  profile: { cellPhone: '09120000001', username: 'arman', password: '**********' },
  seller: {
    _id: SELLER,
    SellerType: type,
    SellerTitle: 'پخش آفتاب',
    SellerRepresentative: 'آرمان نیک‌پی',
    SellerCode: 'S-1001',
    SellerNationalCode: '0013542419',
    SellerWorkStartDate: '1402/01/15',
    SellerUpdatePrice: '۷ روز',
    SellerNationalCard: true,
    SellerTypeOfCollaboration: 1,
    SellerAgreedCommission: 2.5,
    SellerAgreedCommissionPayDateTime: '1405/09/01',
    SellerAccountNumberOrBankCardNumber: '6037991234567893',
    SellerShabaNumber: '820540102680020817909002',
    SellerAddress: 'قم، خیابان صفاییه',
    SellerBackgroundImgUrl: '',
    SellerStoryUrl: '',
    SellerHaddagalKharidErsalSefareshIds: [],
    ...fields,
  },
  productTypeCount: 64,
});

interface Stored {
  applied: boolean;
  limits: { f1: string; f2: number }[];
  tiers: Record<string, { _id: string; f1: number; f2: number; f3: number }[]>;
  cards: Record<string, { _id: string; f1: string }[]>;
  brands: string[];
  rule: Record<string, unknown>;
}

export interface WireProposal {
  readonly SellerTypeOfCollaboration: number;
  readonly SellerAgreedCommission: number;
  readonly SellerAgreedCommissionPayDateTime: string;
  readonly proposedAtS: string;
}

const BRANDS = ['آفتاب', 'بهار', 'چشمه'];
const LIMIT_TITLES = ['حداقل مبلغ ارسال سفارش', 'حداقل خرید بسته', 'هزینه ارسال', 'مالیات و ارزش افزوده'];

const STALE = { message: 'این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.' };

/** An answer for one call in place of the service's own, in the order in which they were added; `status` 0: a lost reply. */
interface Scripted {
  readonly path: string;
  readonly status: number;
  readonly body?: JsonBodyType;
}

/** The settings calls of one seller: it stores what is written, answers as the server does, and can be made to fail. */
export function settingsService(type = 1) {
  let seller = wireSeller(type);
  let proposal: WireProposal | null = null;
  const stored: Stored = {
    applied: false,
    limits: [5_000_000, 3, 350_000, 9].map((f2, index) => ({ f1: LIMIT_TITLES[index] ?? '', f2 })),
    tiers: { Hajmi: [{ _id: 't1', f1: 1_000_000, f2: 5_000_000, f3: 2 }], Mablagh: [], Vahedi: [] },
    cards: { Sayer: [], Tozeyhat: [{ _id: 'c1', f1: 'تحویل فقط صبح‌ها' }] },
    brands: ['b0'],
    rule:
      type === 1
        ? {
            _id: 'r1',
            f1: '1405/08/20',
            f2: '1405/08/25',
            f3: 2,
            f5: '1405/08/28',
            f6: null,
            f7: null,
            approximate: false,
          }
        : { _id: 'r2', f1: null, f2: null, f3: null, f5: '1405/09/02', f6: 2, f7: '14:00', approximate: false },
  };
  const writes: { path: string; key: string | null; body: Record<string, unknown> }[] = [];
  let script: Scripted[] = [];
  let answerToLose: string | null = null;
  let held: { readonly path: string; readonly until: Promise<void> } | null = null;
  const done = new Map<string, JsonBodyType>();
  const versions: Record<string, number> = {};

  const scripted = (path: string) => {
    const found = script.find((step) => path.endsWith(step.path));
    if (!found) return null;
    script = script.filter((step) => step !== found);
    return found.status === 0 ? HttpResponse.error() : HttpResponse.json(found.body ?? {}, { status: found.status });
  };
  const get = (path: string, answer: () => JsonBodyType) =>
    http.get(`*${path}`, ({ request }) => scripted(new URL(request.url).pathname) ?? HttpResponse.json(answer()));
  const post = (path: string, take: (body: Record<string, unknown>) => JsonBodyType | undefined) =>
    http.post(`*${path}`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      writes.push({ path, key: request.headers.get('idempotency-key'), body });
      return scripted(path) ?? HttpResponse.json(take(body) ?? { message: 'تغییرات با موفقیت ذخیره شد.' });
    });
  const versionOf = (part: string): number => versions[part] ?? 1;
  /** An edit of a part that counts its changes. */
  const edit = (path: string, part: string, take: (body: Record<string, unknown>) => JsonBodyType | undefined) => {
    const stale = () => HttpResponse.json(STALE, { status: 409 });
    return http.post(`*${path}`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      writes.push({ path, key: request.headers.get('idempotency-key'), body });
      const failure = scripted(path);
      if (failure) return failure;
      if (held?.path === path) await held.until;
      const known = done.get(request.headers.get('idempotency-key') ?? '');
      if (known !== undefined) return HttpResponse.json(known);
      if (body['version'] !== undefined && body['version'] !== versionOf(part)) return stale();
      versions[part] = versionOf(part) + 1;
      const answer = take(body) ?? { message: 'تغییرات با موفقیت ذخیره شد.' };
      const lost = answerToLose === path;
      if (lost) answerToLose = null;
      const key = request.headers.get('idempotency-key');
      if (key !== null) done.set(key, answer);
      return lost ? HttpResponse.error() : HttpResponse.json(answer);
    });
  };
  const list = (call: string, name: string) =>
    get(`/seller/${call}`, () => ({ meghdar: stored.tiers[name] ?? [], version: versionOf(name) }));
  const texts = (call: string, name: string) =>
    get(`/seller/${call}`, () => ({ meghdar: stored.cards[name] ?? [], version: versionOf(name) }));
  const saveTiers = (call: string, name: string) =>
    edit(`/seller/${call}`, name, (body) => {
      const items = body['items'] as { _id: string; _Az: number; _Ta: number; _DarsadTakhfif: number }[];
      stored.tiers[name] = items.map((item, index) => ({
        _id: item._id || `new${index}`,
        f1: item._Az,
        f2: item._Ta,
        f3: item._DarsadTakhfif,
      }));
      return undefined;
    });
  const saveTexts = (call: string, name: string) =>
    edit(`/seller/${call}`, name, (body) => {
      const items = body['items'] as { _id: string; _Onvan: string }[];
      stored.cards[name] = items.map((item, index) => ({ _id: item._id || `new${index}`, f1: item._Onvan }));
      return undefined;
    });

  const handlers = [
    get('/user/seller-bind-app2', () => ({ seller: [{ ...seller, proposal }], version: versionOf('seller') })),
    edit('/user/edit-seller-app2', 'seller', (body) => {
      seller = {
        ...seller,
        isActive: body['_isActive'] === true,
        profile: { ...seller.profile, cellPhone: String(body['_cellPhone']) },
        seller: { ...seller.seller, SellerTitle: String(body['_SellerTitle']) },
      };
      const commission = body['_SellerAgreedCommission'];
      const known = proposal ?? seller.seller;
      if (commission === undefined || commission === known.SellerAgreedCommission) return undefined;
      proposal = {
        SellerTypeOfCollaboration: Number(body['_SellerTypeOfCollaboration']),
        SellerAgreedCommission: Number(commission),
        SellerAgreedCommissionPayDateTime: String(body['_SellerAgreedCommissionPayDateTime']),
        proposedAtS: '1405/09/02 - 12:30',
      };
      return { message: 'ثبت با موفقیت انجام شد.' };
    }),
    get('/seller/tiers-applied-app2', () => ({ applied: stored.applied, version: versionOf('applied') })),
    edit('/seller/tiers-applied-app2', 'applied', (body) => {
      stored.applied = body['applied'] === true;
      return { applied: stored.applied, version: versionOf('applied') };
    }),
    get('/market/list-brand-app2', () => ({ brands: BRANDS.map((name, index) => ({ _id: `b${index}`, name })) })),
    get('/market/list-regionFaalyat-app2', () => ({ regions: [{ _id: 'g0', name: 'قم' }] })),
    get('/user/seller/brands-app2', () => ({
      version: 1,
      brands: stored.brands.map((id) => ({
        _id: id,
        SellerBrands: { _id: id, name: BRANDS[Number(id.slice(1))] ?? '' },
      })),
    })),
    get('/user/seller/regions-app2', () => ({ regions: [], version: 1 })),
    post('/user/seller/brand/add-app2', (body) => {
      stored.brands = [...stored.brands, (body['obj'] as { _id: string })._id];
      return { message: 'با موفقیت اضافه شد' };
    }),
    post('/user/seller/brand/delete-app2', (body) => {
      stored.brands = stored.brands.filter((id) => id !== body['itemId']);
      return { message: 'با موفقیت حذف شد' };
    }),
    get('/seller/HaddagalKharidErsalSefaresh-list-app2', () => ({
      meghdar: stored.limits,
      version: versionOf('limits'),
    })),
    edit('/seller/edit-HaddagalKharidErsalSefaresh-app2', 'limits', (body) => {
      const items = body['items'] as { _id: string; _Meghdar: number }[];
      stored.limits = items.map(({ _id, _Meghdar }) => ({ f1: _id, f2: _Meghdar }));
      return undefined;
    }),
    list('KaridHajmiSettings-list-app2', 'Hajmi'),
    list('TakhfifatAzTaMablaghSettings-list-app2', 'Mablagh'),
    list('TakhfifatAzTaVahediSettings-list-app2', 'Vahedi'),
    saveTiers('edit-TakhfifatAzTaHajmiSettings-app2', 'Hajmi'),
    saveTiers('edit-TakhfifatAzTaMablaghSettings-app2', 'Mablagh'),
    saveTiers('edit-TakhfifatAzTaVahediSettings-app2', 'Vahedi'),
    texts('KaridTanavoeMahsoolAsliSettings-list-app2', 'Sayer'),
    texts('TozihatSettingsSettings-list-app2', 'Tozeyhat'),
    saveTexts('edit-TakhfifatSayerSettings-app2', 'Sayer'),
    saveTexts('edit-TozeyhatSettings-app2', 'Tozeyhat'),
    get('/seller/masir-list-app2/1', () => ({ masir: type === 1 ? [stored.rule] : [], version: versionOf('rule') })),
    get('/seller/masir-list-app2/2', () => ({ masir: type === 1 ? [] : [stored.rule], version: versionOf('rule') })),
    edit('/seller/edit-masir-app2', 'rule', (body) => {
      stored.rule = {
        ...stored.rule,
        ...(type === 1 && {
          f1: body['_Ady_startDoreDateSefaresh'],
          f2: body['_Ady_endDoreDateSefaresh'],
          f3: body['_Ady_mahdoodiatAmadesazi'],
        }),
        ...(type !== 1 && { f6: body['_Vije_moddatZamTahvile'], f7: body['_Vije_endDoreTimeSefaresh'] }),
      };
      const version = versionOf('rule');
      return { message: 'تغییرات با موفقیت ذخیره شد.', masir: stored.rule as JsonBodyType, version };
    }),
    http.get('*/market/holidays-app2/:year', ({ params }) => {
      const year = Number(params['year']);
      const holidays = year === 1405 ? [{ date: '1405/08/30', titles: ['تعطیل'], weekday: 'شنبه' }] : [];
      return HttpResponse.json({ year, holidays, approximate: year > 1405 });
    }),
  ];
  return {
    handlers,
    stored,
    writes,
    /** Another tab changes a part; `change` applies it to what is stored. */
    elsewhere: (part: 'applied' | 'seller' | 'limits' | 'Hajmi' | 'Tozeyhat' | 'rule', change: () => void) => {
      versions[part] = versionOf(part) + 1;
      change();
    },
    propose: (terms: WireProposal) => {
      proposal = terms;
    },
    renameSeller: (title: string) => {
      seller = { ...seller, seller: { ...seller.seller, SellerTitle: title } };
    },
    switchStore: (isActive: boolean) => {
      seller = { ...seller, isActive };
    },
    setLimit: (at: number, f2: number) => {
      stored.limits = stored.limits.map((limit, index) => (index === at ? { ...limit, f2 } : limit));
    },
    /** Edits at this path wait until the returned function is called. */
    hold: (path: string) => {
      let release = (): void => undefined;
      held = {
        path,
        until: new Promise((resolve) => {
          release = resolve;
        }),
      };
      return release;
    },
    /** The next edit at this path is done, and its answer is lost. */
    loseAnswer: (path: string) => {
      answerToLose = path;
    },
    /** The next call whose path ends like this fails in this way. */
    failNext: (path: string, status: number, body?: JsonBodyType) => {
      script = [...script, { path, status, ...(body !== undefined && { body }) }];
    },
  };
}
