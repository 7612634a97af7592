import { useEffect, useEffectEvent } from 'react';
import { onBack } from '../api/connection';

/** Calls `goOn` as soon as there is a network again. */
export function useBack(goOn: () => void): void {
  const run = useEffectEvent(goOn);
  useEffect(() => onBack(() => run()), []);
}
