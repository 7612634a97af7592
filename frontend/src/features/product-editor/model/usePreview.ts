import { useEffect, useRef, useState } from 'react';

/** How long the picture of a pressed thumbnail replaces the product's (part 2, 9). */
const PREVIEW = 3_000;

/** A picture that replaces another one for a short time. */
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
