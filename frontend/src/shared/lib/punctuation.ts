import { localDigits } from './digits';

/** In place of a missing text. */
export const DASH = '\u2014';

/** Between facts on one line; a fact that may have the other direction is isolated. */
export const SEPARATOR = ' \u00b7 ';

export const orDash = (text: string): string => (text === '' ? DASH : text);

/** The facts that are not empty, on one line. */
export const joined = (...facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(SEPARATOR);

/** A moment as the server writes it, `1405/08/01 - 00:10`, in the reader's digits. */
export const localMoment = (text: string): string => localDigits(text).replace(' - ', SEPARATOR);
