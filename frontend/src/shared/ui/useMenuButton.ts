import {
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';

type Focus = 'first' | 'last' | 'menu';

/** What an open menu needs from its button. */
export interface MenuLayerProps {
  /** The name of the menu, that of its button. */
  readonly label: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** What takes the focus. */
  readonly startFocus: Focus;
  readonly onClose: () => void;
}

/** The button of a menu whose code is loaded after the page. `menu` is null while it is closed. */
export function useMenuButton() {
  const trigger = useRef<HTMLButtonElement>(null);
  const [startFocus, setStartFocus] = useState<Focus | null>(null);
  const openMenu = (on: Focus): void => {
    // Safari does not focus a pressed button, and the focus must come back to it.
    trigger.current?.focus();
    setStartFocus(on);
  };
  return {
    menu: startFocus && { trigger, startFocus, onClose: () => setStartFocus(null) },
    button: {
      ref: trigger,
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': startFocus !== null,
      // Without a pointer, by Enter or a screen reader, `detail` is 0.
      onClick: ({ detail }: ReactMouseEvent) => openMenu(detail === 0 ? 'first' : 'menu'),
      onKeyDown: (event: ReactKeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        openMenu(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
  } as const;
}
