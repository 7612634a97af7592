import styled from '@emotion/styled';
import type { ComponentPropsWithRef, MouseEvent, ReactElement, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyles } from './buttonStyles';
import { Spinner } from './Spinner';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly fullWidth?: boolean;
  /** Shows a spinner and ignores presses; the width does not change. */
  readonly busy?: boolean;
  readonly disabled?: boolean | undefined;
  /** Why it cannot be pressed: keeps the button focusable and tells the reason. */
  readonly disabledReason?: string | undefined;
  readonly icon?: ReactNode;
}

/** The action button. `busy` and `disabledReason` keep it in the tab order. */
export function Button({
  variant = 'primary',
  size = 'md',
  fullWidth = false,
  busy = false,
  disabled = false,
  disabledReason,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  const refused = busy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (refused) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Root
      {...rest}
      type={type}
      disabled={disabled && !refused}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={refused || undefined}
      {...(disabledReason !== undefined && { title: disabledReason, 'aria-description': disabledReason })}
      onClick={press}
    >
      {busy ? <Spinner size={18} /> : icon}
      {children}
    </Root>
  );
}

const Root = styled.button(buttonStyles);
