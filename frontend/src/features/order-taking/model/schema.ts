import * as v from 'valibot';

const taken = v.object({
  typeId: v.string(),
  productName: v.string(),
  typeName: v.string(),
  unitName: v.string(),
  image: v.string(),
  buyPrice: v.pipe(v.number(), v.safeInteger()),
  stock: v.pipe(v.number(), v.safeInteger()),
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

const sending = v.object({
  save: v.boolean(),
  /** The save's own key; that of the order is the draft's. */
  saveKey: v.string(),
  /** The order, once it is known to be there. */
  placed: v.nullable(v.object({ id: v.string(), code: v.string(), version: v.number() })),
});

/** An order that is being taken, as the device keeps it. */
export const takenDraft = v.object({
  key: v.string(),
  lines: v.array(taken),
  note: v.string(),
  sending: v.nullable(sending),
});

/** A line: the type as it was when it was last on the screen, and how much of it. */
export type TakenLine = Readonly<v.InferOutput<typeof taken>>;
export type TakenDraft = Readonly<Omit<v.InferOutput<typeof takenDraft>, 'lines'>> & {
  readonly lines: readonly TakenLine[];
};
