import { useCallback, useState } from 'react';
import { readText, writeText } from '../../../shared/lib/storage';

/** What can be in the printer: sheets, or a roll of thermal paper 80 mm wide. */
export const PAPER_SIZES = ['a4', 'roll'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

const KEY = 'pishkhan.paper';
const isPaperSize = (text: string | null): text is PaperSize => PAPER_SIZES.some((size) => size === text);

const remembered = (): PaperSize => {
  const stored = readText(KEY);
  return isPaperSize(stored) ? stored : 'a4';
};

/** Chosen once for each device: it has the printer that it has. */
export function usePaperSize(): readonly [PaperSize, (size: PaperSize) => void] {
  const [size, setSize] = useState(remembered);
  const choose = useCallback((next: PaperSize) => {
    writeText(KEY, next);
    setSize(next);
  }, []);
  return [size, choose];
}

/** In millimetres. `content` is what the ink may use. */
export const measures = {
  a4: { width: 210, height: 297, content: 186, margin: 12 },
  roll: { width: 80, height: null, content: 72, margin: 4 },
} as const;

const PX_PER_MM = 96 / 25.4;
export const toPx = (mm: number): number => mm * PX_PER_MM;
export const toMm = (px: number): number => px / PX_PER_MM;
