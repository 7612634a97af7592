import { useCallback, useState } from 'react';
import { readText, writeText } from '../../../shared/lib/storage';
import { PAPER_SIZES, type PaperSize } from '../../../shared/print/measures';

const KEY = 'pishkhan.paper';
const isPaperSize = (text: string | null): text is PaperSize => PAPER_SIZES.some((size) => size === text);

const remembered = (): PaperSize => {
  const stored = readText(KEY);
  return isPaperSize(stored) ? stored : 'a4';
};

/** Stored on the device, because it belongs to its printer. */
export function usePaperSize(): readonly [PaperSize, (size: PaperSize) => void] {
  const [size, setSize] = useState(remembered);
  const choose = useCallback((next: PaperSize) => {
    writeText(KEY, next);
    setSize(next);
  }, []);
  return [size, choose];
}
