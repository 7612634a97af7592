import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** They have a use of their own for these keys. */
const TYPED = 'input, textarea, select, [contenteditable], [role="tab"], [role="slider"], [role="menu"]';

interface ListFocus {
  /** The item that holds the keyboard's focus. */
  readonly id: string | null;
  readonly onFocus: (id: string) => void;
  readonly onBlur: (event: FocusEvent) => void;
  /** Home, End, PageUp and PageDown lead the focus; answers the item to scroll to. */
  readonly byKey: (event: KeyboardEvent, page: number) => number | null;
}

/** The focus in a list of which only a part is drawn: it stays where it is while its item is scrolled away. */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  items: readonly { readonly id: string }[],
): ListFocus {
  const [id, setId] = useState<string | null>(null);
  const wanted = useRef(false);
  const place = useRef(0);

  useLayoutEffect(() => {
    if (id === null) return;
    const index = items.findIndex((item) => item.id === id);
    if (index >= 0) place.current = index;
    const gone = index < 0 && document.activeElement === document.body;
    if (gone) {
      // Its neighbour takes the focus of an item that has left the list.
      wanted.current = true;
      setId(items[Math.min(place.current, items.length - 1)]?.id ?? null);
    }
  }, [id, items]);
  useLayoutEffect(() => {
    if (!wanted.current || id === null) return;
    const item = list.current?.querySelector<HTMLElement>(`:scope > [data-id="${CSS.escape(id)}"]`);
    if (!item) return;
    wanted.current = false;
    (item.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? item).focus({ preventScroll: true });
  });

  const onBlur = useCallback((event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setId(null);
  }, []);
  const byKey: ListFocus['byKey'] = (event, page) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
    // Menus and sheets of a card stand outside of it in the document.
    if (!(target instanceof Element && event.currentTarget.contains(target)) || target.closest(TYPED)) return null;
    const now = place.current;
    const to = { Home: 0, End: items.length - 1, PageUp: now - page, PageDown: now + page }[key];
    if (to === undefined || id === null) return null;
    event.preventDefault();
    const index = Math.max(0, Math.min(to, items.length - 1));
    wanted.current = true;
    setId(items[index]?.id ?? null);
    return index;
  };
  return { id, onFocus: setId, onBlur, byKey };
}
