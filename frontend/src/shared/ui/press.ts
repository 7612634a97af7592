import type { MouseEvent as ReactMouseEvent } from 'react';

export interface PressOptions {
  /** Shows a spinner and ignores presses; the width does not change. */
  readonly busy?: boolean;
  readonly disabled?: boolean | undefined;
  /** Why it cannot be pressed: keeps the button focusable and tells the reason. */
  readonly disabledReason?: string | undefined;
}

type Press = (event: ReactMouseEvent<HTMLButtonElement>) => void;

/** A button's attributes; one that waits or says why it refuses stays in the tab order. */
export function pressProps({ busy = false, disabled = false, disabledReason }: PressOptions, onClick?: Press) {
  const refused = busy || disabledReason !== undefined;
  return {
    disabled: disabled && !refused,
    'aria-busy': busy || undefined,
    'aria-disabled': refused || undefined,
    ...(disabledReason !== undefined && { title: disabledReason, 'aria-description': disabledReason }),
    onClick: (event: ReactMouseEvent<HTMLButtonElement>) => {
      if (refused) event.preventDefault();
      else onClick?.(event);
    },
  };
}
