import { isPersian } from '../../shared/lib/locale';

const ISOLATES = /[\u2068\u2069]/g;

/** The name of a type with its product's: «اسپاگتی ۱٫۲ ۷۰۰ گرم». Isolated in an English text, so that its direction stays its own. */
export function fullName(product: string, type: string): string {
  const name = `${product} ${type}`;
  return isPersian() ? name : `\u2068${name.replace(ISOLATES, '')}\u2069`;
}
