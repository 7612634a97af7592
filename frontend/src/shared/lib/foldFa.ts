import { toLatin } from './digits';

/**
 * The form in which Persian texts are compared: one yeh, one kaf, one heh, Latin digits, no harakat,
 * no tatweel, no zero-width characters, single spaces, lower case. The server folds in the same way.
 */
export function foldFa(text: string): string {
  return toLatin(text.normalize('NFKC'))
    .replace(/[\u064a\u0649]/g, '\u06cc')
    .replace(/\u0643/g, '\u06a9')
    .replace(/[\u0629\u06c0]/g, '\u0647')
    .replace(/\u0640/g, '')
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu, '')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Does the text contain the query, both folded? An empty query matches everything. */
export const includesFa = (text: string, query: string): boolean => foldFa(text).includes(foldFa(query));
