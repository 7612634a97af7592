import { useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { nowMs } from '../../../shared/lib/now';
import { toast, toastDuration } from '../../../shared/ui/Toast';

/** Part 2, section 9. */
const WARN_EVERY = 3_000;
/** How long the browser may go on scrolling to what is typed in, or to make room for a phone's keyboard. */
const OWN_SCROLL = 700;

/** Says that a type is being edited when the page is scrolled away from it by hand. `name`: the type's; null: none is. */
export function useScrollWarning(name: string | null): void {
  const t = useText('catalogue');
  const editing = name !== null;
  const talk = useEffectEvent(() => {
    toast.warning(t('edit.scroll'), { duration: toastDuration.medium, thing: name ?? undefined });
  });
  // Of the page, not of one edit: opening the next editor does not make it talk sooner.
  const warned = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!editing) return undefined;
    let own = nowMs();
    const note = () => {
      own = nowMs();
    };
    const onScroll = () => {
      const now = nowMs();
      if (now - own <= OWN_SCROLL || now - warned.current < WARN_EVERY) return;
      warned.current = now;
      talk();
    };
    const view = window.visualViewport;
    window.addEventListener('focusin', note);
    window.addEventListener('input', note);
    view?.addEventListener('resize', note);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('focusin', note);
      window.removeEventListener('input', note);
      view?.removeEventListener('resize', note);
      window.removeEventListener('scroll', onScroll);
    };
  }, [editing]);
}
