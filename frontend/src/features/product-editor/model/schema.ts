import i18next from 'i18next';
import * as v from 'valibot';
import type { CatalogueType } from '../../../entities/product/catalogue/types';

/** Unicode characters (part 2, 5). */
export const DESCRIPTION_LENGTH = 300;

const digits = v.pipe(v.string(), v.nonEmpty());
const atLeastOne = v.pipe(
  digits,
  v.check(
    (typed) => Number(typed) >= 1,
    () => i18next.t('edit.noPieces', { ns: 'catalogue' }),
  ),
);

/** The editable fields of a type as typed; numbers as Latin digits, without separators. */
export const typeSchema = v.pipe(
  v.object({
    stock: digits,
    buyPrice: digits,
    sellPrice: digits,
    piecesPerUnit: atLeastOne,
    lowStock: digits,
    description: v.pipe(v.string(), v.maxCodePoints(DESCRIPTION_LENGTH)),
    active: v.boolean(),
  }),
  v.forward(
    v.partialCheck(
      [['buyPrice'], ['sellPrice']],
      ({ buyPrice, sellPrice }) => buyPrice === '' || sellPrice === '' || Number(sellPrice) >= Number(buyPrice),
      () => i18next.t('edit.belowBuy', { ns: 'catalogue' }),
    ),
    ['sellPrice'],
  ),
);

export type TypeDraft = v.InferOutput<typeof typeSchema>;

/** An edit as the tab stores it; of the type, which came from the server, only a few fields are checked. */
export const storedEdit = v.object({
  productId: v.string(),
  base: v.pipe(
    v.looseObject({ id: v.string(), version: v.number(), stock: v.number() }),
    v.transform((type) => type as unknown as CatalogueType),
  ),
  draft: v.object({
    stock: v.string(),
    buyPrice: v.string(),
    sellPrice: v.string(),
    piecesPerUnit: v.string(),
    lowStock: v.string(),
    description: v.string(),
    active: v.boolean(),
  }),
});
export type StoredEdit = v.InferOutput<typeof storedEdit>;
