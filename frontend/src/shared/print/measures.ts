/** What can be in the printer: sheets, or a roll of thermal paper 80 mm wide. */
export const PAPER_SIZES = ['a4', 'roll'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/** In millimetres. `content` is what the ink may use. */
export const measures = {
  a4: { width: 210, height: 297, content: 186, margin: 12 },
  roll: { width: 80, height: null, content: 72, margin: 4 },
} as const;

const PX_PER_MM = 96 / 25.4;
export const toPx = (mm: number): number => mm * PX_PER_MM;
export const toMm = (px: number): number => px / PX_PER_MM;
