import i18next from 'i18next';
import * as v from 'valibot';

/** Unicode characters (part 2, 5). */
export const DESCRIPTION_LENGTH = 300;

const digits = v.pipe(v.string(), v.nonEmpty());

/** What is typed of a type; numbers as Latin digits, without separators. */
export const typeSchema = v.pipe(
  v.object({
    stock: digits,
    buyPrice: digits,
    sellPrice: digits,
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
