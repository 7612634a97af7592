import { useState } from 'react';

/**
 * Which slides are drawn: the one on show, its neighbours when somebody is about to move (`near`), and whatever was
 * drawn before: it keeps its state, and does not vanish while it moves away.
 */
export function useDrawnSlides(ids: readonly string[], index: number, near: boolean): (id: string) => boolean {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const wanted = near ? ids.slice(Math.max(0, index - 1), index + 2) : ids.slice(index, index + 1);
  const missing = wanted.filter((id) => !seen.has(id));
  if (missing.length > 0) setSeen(new Set([...seen, ...missing]));
  return (id) => seen.has(id) || missing.includes(id);
}
