import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** The text of each page, its lines in the order in which they were drawn. */
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
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
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
