/**
 * Body of POST /user/edit-seller-app2. Narrower than the document:
 * numbers are numbers, and only the second group may be left out, for exclusive sellers.
 */
export interface WireSellerEdit {
  readonly _sellerId: string;
  readonly _SellerType: number;
  readonly _isActive: boolean;
  readonly _SellerActivity: boolean;
  readonly _SellerTitle: string;
  readonly _SellerRepresentative: string;
  readonly _cellPhone: string;
  readonly _SellerCode: string;
  readonly _SellerNationalCode: string;
  readonly _SellerWorkStartDate: string;
  readonly _username: string;
  readonly _password: string;
  readonly _currentPassword?: string;
  readonly _SellerAddress: string;

  readonly _SellerUpdatePrice?: string;
  readonly _SellerNationalCard?: boolean;
  readonly _SellerTypeOfCollaboration?: number;
  readonly _SellerAgreedCommission?: number;
  readonly _SellerAgreedCommissionPayDateTime?: string;
  readonly _SellerAccountNumberOrBankCardNumber?: string;
  readonly _SellerShabaNumber?: string;
}
