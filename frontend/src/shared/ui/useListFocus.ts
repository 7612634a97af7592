import {
  type FocusEvent as ReactFocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** These have a use of their own for the keys. */
const TYPED = 'input, textarea, select, [contenteditable], [role="tab"], [role="slider"], [role="menu"]';

/**
 * The focus in a list of which only a part is drawn: it stays on its item while that is scrolled away. In a table the arrows
 * move it too.
 */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  items: readonly { readonly id: string }[],
  inTable: boolean,
) {
  /** The item that has the keyboard's focus. */
  const [id, setId] = useState<string | null>(null);
  /** The focus has to follow `id`; `near`: and the page the focus. */
  const wanted = useRef<boolean | 'near'>(false);
  const place = useRef(0);

  useLayoutEffect(() => {
    if (id === null) return;
    const index = items.findIndex((item) => item.id === id);
    if (index >= 0) place.current = index;
    const gone = index < 0 && document.activeElement === document.body;
    if (gone) {
      // When an item leaves the list, its neighbour takes the focus.
      wanted.current = true;
      setId(items[Math.min(place.current, items.length - 1)]?.id ?? null);
    }
  }, [id, items]);
  useLayoutEffect(() => {
    if (!wanted.current || id === null) return;
    const item = list.current?.querySelector<HTMLElement>(`:scope > [data-id="${CSS.escape(id)}"]`);
    if (!item) return;
    (item.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? item).focus({ preventScroll: true });
    if (wanted.current === 'near') item.firstElementChild?.scrollIntoView({ block: 'nearest' });
    wanted.current = false;
  });

  const onBlur = useCallback((event: ReactFocusEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setId(null);
  }, []);
  /** Home, End, PageUp and PageDown move the focus; returns the item to scroll to. */
  const byKey = (event: ReactKeyboardEvent, page: number): number | null => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
    // Menus and sheets of a card stand outside of it in the document.
    if (!(target instanceof Element && event.currentTarget.contains(target)) || target.closest(TYPED)) return null;
    const now = place.current;
    const to = {
      Home: 0,
      End: items.length - 1,
      PageUp: now - page,
      PageDown: now + page,
      ...(inTable && { ArrowUp: now - 1, ArrowDown: now + 1 }),
    }[key];
    if (to === undefined || id === null) return null;
    event.preventDefault();
    const index = Math.max(0, Math.min(to, items.length - 1));
    // A neighbour is drawn already.
    const isNear = key.startsWith('Arrow');
    wanted.current = isNear ? 'near' : true;
    setId(items[index]?.id ?? null);
    return isNear ? null : index;
  };
  return { id, onFocus: setId, onBlur, byKey };
}
