import { useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { nowMs } from '../../../shared/lib/now';
import { toast, toastDuration } from '../../../shared/ui/Toast';

/** Part 2, section 9. */
const WARN_EVERY = 3_000;
/** How long the browser may scroll by itself, to the focused field or to make room for a phone's keyboard. */
const OWN_SCROLL = 700;

/** Warns that a type is being edited when the user scrolls away from it. `name`: the type's; null: none is edited. */
export function useScrollWarning(name: string | null): void {
  const t = useText('catalogue');
  const editing = name !== null;
  const warn = useEffectEvent(() => {
    toast.warning(t('edit.scroll'), { duration: toastDuration.medium, thing: name ?? undefined });
  });
  // Counts for the page, not for one edit: opening the next editor does not bring the next warning sooner.
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
      warn();
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
