import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A text that is typed here and kept elsewhere (in the address): what is typed is handed over, trimmed, when it has
 * rested for `delay` ms; a text that changes there without having been typed (Back) is taken over.
 */
export function useSettledText(
  kept: string,
  onSettle: (text: string) => void,
  delay = 300,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const [known, setKnown] = useState(kept);
  const [handed, setHanded] = useState(kept);
  if (kept !== known) {
    setKnown(kept);
    if (kept !== handed) {
      setHanded(kept);
      setTyped(kept);
    }
  }
  const settle = useEffectEvent(onSettle);
  const text = typed.trim();
  useEffect(() => {
    if (text === handed) return undefined;
    const timer = setTimeout(() => {
      setHanded(text);
      settle(text);
    }, delay);
    return () => {
      clearTimeout(timer);
    };
  }, [text, handed, delay]);
  return [typed, setTyped];
}
