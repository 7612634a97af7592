import { type RefObject, useEffect, useRef } from 'react';
import { printPaper } from './printPaper';

interface Printing {
  /** Of the `PrintArea`. */
  readonly area: RefObject<HTMLDivElement | null>;
  readonly print: () => Promise<void>;
}

/** A paper's way to the printer. `name`: what a PDF of it is called; empty: as the page. */
export function usePrint(name: string): Printing {
  const area = useRef<HTMLDivElement>(null);
  usePaperTitle(name);
  const print = async (): Promise<void> => {
    if (area.current) await printPaper(area.current);
  };
  return { area, print };
}

/** The page's own title comes back after the print. */
function usePaperTitle(title: string): void {
  useEffect(() => {
    if (title === '') return undefined;
    const before = document.title;
    const rename = (): void => {
      document.title = title;
    };
    const restore = (): void => {
      document.title = before;
    };
    window.addEventListener('beforeprint', rename);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', rename);
      window.removeEventListener('afterprint', restore);
    };
  }, [title]);
}
