/** The number words of a language. */
export interface NumberWords {
  readonly zero: string;
  /** Two parts of a number as one: «دویست» and «چهل» are «دویست و چهل». */
  readonly join: (first: string, second: string) => string;
  /** 1 to 19. */
  readonly ones: readonly string[];
  /** 20, 30, … 90. */
  readonly tens: readonly string[];
  /** 100, 200, … 900. */
  readonly hundreds: readonly string[];
  /** Thousand, million, …; the last one reaches beyond every safe integer. */
  readonly scales: readonly string[];
}

const GROUP = 1000;
const word = (list: readonly string[], index: number): string => list[index] ?? '';

function below1000(value: number, { ones, tens, hundreds, join }: NumberWords): string {
  const hundred = Math.floor(value / 100);
  const rest = value % 100;
  const parts = [hundred === 0 ? '' : word(hundreds, hundred - 1)];
  if (rest < 20) parts.push(rest === 0 ? '' : word(ones, rest - 1));
  else parts.push(word(tens, Math.floor(rest / 10) - 2), rest % 10 === 0 ? '' : word(ones, (rest % 10) - 1));
  return parts.filter((part) => part !== '').reduce(join);
}

/** A whole number that is not negative, in words: 3,200,015 → «سه میلیون و دویست هزار و پانزده». */
export function inWords(value: number, words: NumberWords): string {
  if (value === 0) return words.zero;
  const groups: string[] = [];
  for (let rest = value, scale = 0; rest > 0; rest = Math.floor(rest / GROUP), scale += 1) {
    const group = rest % GROUP;
    if (group === 0) continue;
    const said = below1000(group, words);
    groups.unshift(scale === 0 ? said : `${said} ${word(words.scales, scale - 1)}`);
  }
  return groups.reduce(words.join);
}
