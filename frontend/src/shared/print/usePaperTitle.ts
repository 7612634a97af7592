import { useEffect } from 'react';

/** What a PDF of the paper is called; empty: as the page. The page's own title comes back afterwards. */
export function usePaperTitle(title: string): void {
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
