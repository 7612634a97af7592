import { useEffect, useEffectEvent } from 'react';
import { useStorePart } from '../hooks/useStore';
import { nowMs } from '../lib/now';
import { moduleStore } from '../lib/store';

/** What lies above the page: a menu, a question, a sheet, a calendar. */
type Close = () => void;

interface Layers {
  /** Those that are open, the topmost last. One that is on its way out is none of them any more. */
  readonly open: readonly Close[];
  /** When the app last began a step back of its own: it closes a layer of the address, or leads up to a page. */
  readonly stepBegan: number;
}

const layers = moduleStore<Layers>(() => ({ open: [], stepBegan: Number.NEGATIVE_INFINITY }));

/** For `shared/ui/Layer`, which every overlay is made of: Back calls `onClose` of the topmost one, and goes nowhere. */
export function useLayer(isOpen: boolean, onClose: Close): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => close();
    layers.set({ open: [...layers.get().open, layer] });
    return () => layers.set({ open: layers.get().open.filter((one) => one !== layer) });
  }, [isOpen]);
}

export const hasLayer = (): boolean => layers.get().open.length > 0;

export const useHasLayer = (): boolean => useStorePart(layers, hasLayer);

/** Longer than a browser takes to begin a step that it was told to take. */
const STEP_BEGINS = 1000;

const stepBegins = (): boolean => nowMs() - layers.get().stepBegan < STEP_BEGINS;

/** The app takes a step back; false for the second press on the same button. */
export function beginStep(): boolean {
  if (stepBegins()) return false;
  layers.set({ stepBegan: nowMs() });
  return true;
}

/**
 * How the topmost layer is closed in place of a step back; null lets the step pass. `byItself`: so many of the lowest
 * ones stand in the address, and the step takes the topmost of those away.
 */
export function layerInstead(byItself: number): Close | null {
  const own = stepBegins();
  layers.set({ stepBegan: Number.NEGATIVE_INFINITY });
  const { open } = layers.get();
  return own || open.length <= byItself ? null : (open.at(-1) ?? null);
}
