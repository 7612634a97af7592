/** About how many characters a line of a card has. */
const LINE = 40;

const heightOf = (text: string): number =>
  text.split('\n').reduce((height, line) => height + Math.max(LINE, line.length), 0);

/** The text that probably takes most room, estimated without measuring. */
export const longestOf = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (heightOf(text) > heightOf(longest) ? text : longest), '');
