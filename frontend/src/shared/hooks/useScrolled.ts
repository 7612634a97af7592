import { useEffect, useState } from 'react';

/** The scroll after which headers change, in px. */
const THRESHOLD = 250;
/** How far back up the page must go before the header opens again: its own height change must not make it flicker. */
const SLACK = 24;

/** Whether the page is scrolled past the threshold. */
export function useScrolled(): boolean {
  const [past, setPast] = useState(() => window.scrollY > THRESHOLD);
  useEffect(() => {
    const onScroll = () => setPast((was) => window.scrollY > (was ? THRESHOLD - SLACK : THRESHOLD));
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return past;
}
