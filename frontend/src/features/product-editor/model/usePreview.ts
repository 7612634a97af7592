import { useEffect, useRef, useState } from 'react';

/** How long the picture of a pressed thumbnail stands in the place of the product's (part 2, 9). */
const PREVIEW = 3_000;

/** A picture that takes the place of another one for a while. */
export function usePreview() {
  const [src, setSrc] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    src,
    show: (next: string | undefined): void => {
      clearTimeout(timer.current);
      setSrc(next ?? null);
      timer.current = setTimeout(() => setSrc(null), PREVIEW);
    },
  };
}
