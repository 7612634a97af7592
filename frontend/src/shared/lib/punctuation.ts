import { localDigits } from './digits';

/** In the place of a text that is not there. */
export const DASH = '\u2014';

/** Between facts in one line; each is isolated where it may be read in the other direction. */
export const SEPARATOR = ' \u00b7 ';

export const orDash = (text: string): string => (text === '' ? DASH : text);

/** The facts that there are, in one line. */
export const joined = (...facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(SEPARATOR);

/** A moment as the server writes it, `1405/08/01 - 00:10`, in the reader's digits. */
export const localMoment = (text: string): string => localDigits(text).replace(' - ', SEPARATOR);
