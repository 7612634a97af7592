import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';

type Focus = 'first' | 'last' | 'menu';

/** What an open menu has to know of its button. */
export interface MenuLayerProps {
  /** The name of the menu, that of its button. */
  readonly label: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** What takes the focus. */
  readonly focus: Focus;
  readonly onClose: () => void;
}

/** The button of a menu whose code no page waits for. `menu` is null while it is closed. */
export function useMenuButton() {
  const trigger = useRef<HTMLButtonElement>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const open = (on: Focus): void => {
    // Safari focuses no button that is pressed, and the focus comes back to it.
    trigger.current?.focus();
    setFocus(on);
  };
  return {
    menu: focus && { trigger, focus, onClose: () => setFocus(null) },
    button: {
      ref: trigger,
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': focus !== null,
      // Without a pointer, by Enter or a screen reader, `detail` is 0.
      onClick: ({ detail }: MouseEvent) => open(detail === 0 ? 'first' : 'menu'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
  } as const;
}
