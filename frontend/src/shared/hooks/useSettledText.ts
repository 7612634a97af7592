import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A text that is typed here and stored elsewhere (in the address): what is typed is handed over, trimmed, when it has
 * rested for `delay` ms; a text that changes there without having been typed (Back) is taken over.
 */
export function useSettledText(
  stored: string,
  onSettle: (text: string) => void,
  delay = 300,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(stored);
  const [known, setKnown] = useState(stored);
  const [handed, setHanded] = useState(stored);
  if (stored !== known) {
    setKnown(stored);
    if (stored !== handed) {
      setHanded(stored);
      setTyped(stored);
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
    return () => clearTimeout(timer);
  }, [text, handed, delay]);
  return [typed, setTyped];
}
