import { useEffect, useEffectEvent } from 'react';
import { nowMs } from '../lib/now';
import { guardEntry, releaseEntry } from './guardEntry';

/** What lies above the page: a menu, a question, a sheet, a calendar. */
type Close = () => void;

/** Those that are open, the topmost last. One that is on its way out is none of them any more. */
let open: readonly Close[] = [];

/** For `shared/ui/Layer`, which every overlay is made of: Back calls `onClose` of the topmost one, and goes nowhere. */
export function useLayer(isOpen: boolean, onClose: Close): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => close();
    open = [...open, layer];
    guardEntry();
    return () => {
      open = open.filter((one) => one !== layer);
      releaseEntry();
    };
  }, [isOpen]);
}

/** How the topmost layer is closed; undefined while none is open. */
export const topLayer = (): Close | undefined => open.at(-1);

/** Longer than a browser takes to begin a step that it was told to take. */
const STEP_BEGINS = 1000;
let ownStep = Number.NEGATIVE_INFINITY;

/** The next step back is the app's own: it closes a layer of the address, or leads up to a page. */
export function noteOwnStep(): void {
  ownStep = nowMs();
}

/**
 * How the topmost layer is closed in place of a step back; null lets the step pass. `byItself`: so many of the lowest
 * ones stand in the address, and the step takes the topmost of those away.
 */
export function layerInstead(byItself: number): Close | null {
  const own = nowMs() - ownStep < STEP_BEGINS;
  ownStep = Number.NEGATIVE_INFINITY;
  return own || open.length <= byItself ? null : (topLayer() ?? null);
}
