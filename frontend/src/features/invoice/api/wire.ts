/** What order-update-cp is sent: the whole set of lines, and what else has changed. With figures that the document leaves out. */
export interface WireSaveBody {
  readonly products: readonly {
    readonly _id: string;
    readonly name: string;
    readonly options: readonly {
      readonly typeId: string;
      readonly type: string;
      readonly package: string;
      readonly quantity: number;
      readonly initialPrice: number;
      readonly price: number;
    }[];
  }[];
  readonly totalPurchase: number;
  readonly countKol: number;
  readonly tax: number;
  readonly shippingCost: number;
  readonly totalOrder: number;
  readonly PaperBill?: number;
  readonly sellerToz?: string;
  readonly version: number;
}
