import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api';

export interface ReadPdf {
  /** The text of each page as it is read: its lines from the top, each from right to left. */
  readonly pages: readonly string[];
  /** Millimetres, of the first page. */
  readonly width: number;
  readonly height: number;
  /** PostScript names of what the file embeds. */
  readonly fonts: readonly string[];
  /** Glyphs drawn by programs instead of an embedded font: what a variable font becomes. */
  readonly drawnFonts: boolean;
}

const MM_PER_POINT = 25.4 / 72;
/** Letters of one word touch; a space is at least a fifth of the letters' height. */
const SPACE = 0.15;

/**
 * Some versions of Chromium draw a word at once, others letter by letter, each in the form that joins it to its
 * neighbours: only where a piece stands tells what it belongs to.
 */
function textOf(items: readonly TextItem[]): string {
  const pieces = items.map(({ str, transform, width, height }) => ({
    text: str.normalize('NFKC'),
    left: Number(transform[4]),
    right: Number(transform[4]) + width,
    base: Math.round(Number(transform[5])),
    height,
  }));
  const lines = new Map<number, typeof pieces>();
  for (const piece of pieces) lines.set(piece.base, [...(lines.get(piece.base) ?? []), piece]);
  return [...lines]
    .sort(([one], [other]) => other - one)
    .map(([, line]) => {
      line.sort((one, other) => other.right - one.right);
      return line
        .map(({ text, right, height }, at) => {
          const before = line[at - 1];
          return before && before.left - right > height * SPACE ? ` ${text}` : text;
        })
        .join('');
    })
    .join('\n');
}

/** What a reader, and a printer, finds in a PDF. */
export async function readPdf(file: Buffer): Promise<ReadPdf> {
  // Chromium writes its objects uncompressed; only the pages' own streams are packed.
  const raw = file.toString('latin1');
  const fonts = [...raw.matchAll(/\/FontName \/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, name]) => name ?? '');
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  let size = { width: 0, height: 0 };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    if (number === 1) size = page.getViewport({ scale: MM_PER_POINT });
    const { items } = await page.getTextContent();
    pages.push(textOf(items.filter((item) => 'str' in item && item.str.trim() !== '') as TextItem[]));
  }
  await pdf.destroy();
  return {
    pages,
    width: size.width,
    height: size.height,
    fonts: [...new Set(fonts)].sort(),
    drawnFonts: raw.includes('/Subtype /Type3'),
  };
}
