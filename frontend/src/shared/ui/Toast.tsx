import { type ReactElement, useEffect, useState } from 'react';
import { lazyPart, NotYet } from './lazyPart';
import { useHasWaitingToasts } from './toastQueue';

export { type ToastAction, type ToastOptions, toast, toastDuration } from './toastQueue';

const ToastList = lazyPart(async () => (await import('./ToastList')).ToastList, NotYet);

/** Messages follow the user's actions: the widget is loaded at the first touch, not with the first page. */
const FIRST_TOUCH = ['pointerdown', 'keydown'] as const;

/** The place of all toasts; mount it once, in the shell. */
export function ToastRegion(): ReactElement | null {
  const wanted = useHasWaitingToasts();
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const touched = new AbortController();
    const bring = (): void => {
      touched.abort();
      setLoaded(true);
    };
    for (const kind of FIRST_TOUCH) window.addEventListener(kind, bring, { signal: touched.signal });
    return () => touched.abort();
  }, []);
  if (!wanted && !loaded) return null;
  return <ToastList onReady={setLoaded} />;
}
