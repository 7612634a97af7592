import { useEffect, useEffectEvent } from 'react';
import { useStorePart } from '../hooks/useStore';
import { nowMs } from '../lib/now';
import { moduleStore } from '../lib/store';

/** What lies above the page: a menu, a question, a sheet, a calendar. */
type Close = () => void;

interface Layers {
  /** The open ones, the topmost last; not those that are closing. */
  readonly open: readonly Close[];
  /** When the app itself last went back, to close a layer of the address or to leave a page. */
  readonly stepBegan: number;
}

const layers = moduleStore<Layers>(() => ({ open: [], stepBegan: Number.NEGATIVE_INFINITY }));

/** For `shared/ui/Layer`, the base of every overlay: Back calls `onClose` of the topmost one and does not navigate. */
export function useLayer(isOpen: boolean, onClose: Close): void {
  const closeLayer = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => closeLayer();
    layers.set({ open: [...layers.get().open, layer] });
    return () => layers.set({ open: layers.get().open.filter((one) => one !== layer) });
  }, [isOpen]);
}

export const hasLayer = (): boolean => layers.get().open.length > 0;

export const useHasLayer = (): boolean => useStorePart(layers, hasLayer);

/** ms: longer than a browser takes to start `history.go`. */
const STEP_BEGINS = 1000;

const stepBegins = (): boolean => nowMs() - layers.get().stepBegan < STEP_BEGINS;

/** Called before the app goes back; false for the second press on the same button. */
export function beginStep(): boolean {
  if (stepBegins()) return false;
  layers.set({ stepBegan: nowMs() });
  return true;
}

/**
 * A function that closes the topmost layer instead of going back; null lets the navigation pass. `byItself`: how many of
 * the lowest layers are in the address, of which the navigation itself removes the topmost.
 */
export function layerInstead(byItself: number): Close | null {
  const own = stepBegins();
  layers.set({ stepBegan: Number.NEGATIVE_INFINITY });
  const { open: openLayers } = layers.get();
  return own || openLayers.length <= byItself ? null : (openLayers.at(-1) ?? null);
}
