/** Characters in a line of a card, about. */
const LINE = 40;

const heightOf = (text: string): number =>
  text.split('\n').reduce((height, line) => height + Math.max(LINE, line.length), 0);

/** Which of the texts takes most room, as far as one can tell without drawing them. */
export const longestOf = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (heightOf(text) > heightOf(longest) ? text : longest), '');
