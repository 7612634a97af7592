import { lazy, type ReactElement, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { hasWaitingToasts, onFirstToast } from './toastQueue';

export { type ToastAction, type ToastOptions, toast, toastDuration } from './toastQueue';

const load = () => import('./ToastList');
const ToastList = lazy(async () => ({ default: (await load()).ToastList }));

/** After the first paint, so that a first message does not have to wait for its widget. */
const PRELOAD_AFTER = 1_500;

/** The place of all toasts; mount it once, in the shell. */
export function ToastRegion(): ReactElement | null {
  const wanted = useSyncExternalStore(onFirstToast, hasWaitingToasts);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLoaded(true);
    }, PRELOAD_AFTER);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!wanted && !loaded) return null;
  return (
    <Suspense fallback={null}>
      <ToastList onReady={setLoaded} />
    </Suspense>
  );
}
