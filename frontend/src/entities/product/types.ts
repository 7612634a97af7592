/** What is told of a product's type. */
export interface TypeDetail {
  readonly name: string;
  readonly brand: string;
  readonly description: string;
  readonly piecesPerUnit: number;
  readonly image: string;
}
