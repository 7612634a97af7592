import { useEffect, useState } from 'react';

/** The scroll after which headers change, in px. */
export const HEADER_THRESHOLD = 250;
/** How far back up the page must go before the header opens again: its own height change must not make it flicker. */
const SLACK = 24;

/** Whether the page is scrolled past a threshold. */
export function useScrolled(threshold = HEADER_THRESHOLD): boolean {
  const [past, setPast] = useState(() => window.scrollY > threshold);
  useEffect(() => {
    const onScroll = () => {
      setPast((was) => window.scrollY > (was ? threshold - SLACK : threshold));
    };
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
    };
  }, [threshold]);
  return past;
}
