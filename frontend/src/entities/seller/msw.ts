import { HttpResponse, http } from 'msw';
import type { WireSellerReply } from '../../shared/api/wire/seller.gen';

/** The seller's type and whether the store is open. */
export const sellerOfType = (type: number, isActive = true) =>
  http.get('*/market/get-seller-type-app2', () =>
    HttpResponse.json({ seller: [{ isActive, sellerInfo: [{ SellerType: type }] }] }),
  );

export const sellerSummaryIs = (
  counts: Partial<Record<'totalCustomers' | 'totalOrders' | 'totalQuantity' | 'totalAmount', number>> = {},
) =>
  http.get('*/report/dashboard-nums-app2', () =>
    HttpResponse.json({
      counts: {
        sellerTitle: 'پخش رستمی',
        totalCustomers: 180,
        totalOrders: 1204,
        totalQuantity: 48210,
        totalAmount: 9_876_543_000,
        ...counts,
      },
      countsProducts: { productCount: 64 },
    }),
  );

export const sellerBindIs = (title = 'پخش رستمی', background = '') =>
  http.get('*/user/seller-bind-app2', () =>
    HttpResponse.json<WireSellerReply>({
      seller: [
        {
          _id: '0190a0a0-0000-7000-8000-000000000001',
          isActive: true,
          profile: { cellPhone: '09120000001', username: 'demo1', password: '**********' },
          seller: {
            _id: '0190a0a0-0000-7000-8000-000000000002',
            SellerType: 1,
            SellerTitle: title,
            SellerRepresentative: 'نرگس رستمی',
            SellerBackgroundImgUrl: background,
            SellerStoryUrl: '',
            SellerCode: '',
            SellerNationalCode: '',
            SellerWorkStartDate: '',
            SellerUpdatePrice: '',
            SellerNationalCard: false,
            SellerTypeOfCollaboration: 0,
            SellerAgreedCommission: 0,
            SellerAgreedCommissionPayDateTime: '',
            SellerAccountNumberOrBankCardNumber: '',
            SellerShabaNumber: '',
            SellerAddress: '',
            SellerHaddagalKharidErsalSefareshIds: [
              { OnvanMahdoodiyat: 'حداقل مبلغ ارسال سفارش', Meghdar: 500_000 },
              { OnvanMahdoodiyat: 'حداقل خرید بسته', Meghdar: 3 },
              { OnvanMahdoodiyat: 'هزینه ارسال', Meghdar: 350_000 },
              { OnvanMahdoodiyat: 'مالیات و ارزش افزوده', Meghdar: 9 },
            ],
          },
          productTypeCount: 192,
        },
      ],
      version: 1,
    }),
  );

/** Who the store belongs to: nobody above. */
export const childIs = (flag: boolean) =>
  http.get('*/user/seller/checkChildness-app2', () => HttpResponse.json({ flag }));
