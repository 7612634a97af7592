import type { NewPasswordFail } from '../../../entities/session/newPassword';
import type { AppError } from '../../../shared/api/appError';

export type FieldTexts<Field extends string> = Partial<Record<Field, string>>;

/** The first one of `fields` that is named in `wrong`. */
export const firstOf = <Field extends string>(fields: readonly Field[], wrong: object): Field | null =>
  fields.find((field) => field in wrong) ?? null;

/** What the server says of `fields`. */
export const serverTexts = <Field extends string>(
  fields: readonly Field[],
  { fields: said = {} }: AppError,
): FieldTexts<Field> =>
  Object.fromEntries(
    fields.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])),
  ) as FieldTexts<Field>;

/** What is wrong, in words. */
export const failTexts = <Field extends string>(
  fails: Partial<Record<Field, NewPasswordFail>>,
  say: (fail: NewPasswordFail) => string,
): FieldTexts<Field> =>
  Object.fromEntries(
    Object.entries<NewPasswordFail | undefined>(fails).flatMap(([field, fail]) => (fail ? [[field, say(fail)]] : [])),
  ) as FieldTexts<Field>;
