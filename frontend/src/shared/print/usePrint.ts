import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { paper } from '../theme/paper';
import { printPaper } from './printPaper';

/** Where a `PrintArea` draws its paper. */
export interface PrintTarget {
  readonly area: RefObject<HTMLDivElement | null>;
  /** True from the first print on. The paper then stays: iOS draws its preview after `afterprint`. */
  readonly mounted: boolean;
}

interface Printing {
  readonly target: PrintTarget;
  readonly startPrint: () => Promise<void>;
}

/** Prints a paper, by a button or the browser's own command. `name`: the title of a PDF; empty: that of the page. */
export function usePrint(name: string): Printing {
  const area = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    // The browser's own print command does not wait for fonts.
    void Promise.allSettled([400, 700].map((weight) => document.fonts.load(`${weight} 1em ${paper.family}`)));
  }, []);
  useEffect(() => {
    const pageTitle = document.title;
    const prepare = (): void => {
      flushSync(() => {
        setMounted(true);
      });
      if (name !== '') document.title = name;
    };
    const restore = (): void => {
      document.title = pageTitle;
    };
    window.addEventListener('beforeprint', prepare);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', prepare);
      window.removeEventListener('afterprint', restore);
    };
  }, [name]);
  const startPrint = async (): Promise<void> => {
    setMounted(true);
    if (area.current) await printPaper(area.current);
  };
  return { target: { area, mounted }, startPrint };
}
