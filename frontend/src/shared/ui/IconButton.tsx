import styled from '@emotion/styled';
import type { ComponentPropsWithRef, MouseEvent, ReactElement, ReactNode } from 'react';
import { type IconButtonVariant, iconButtonStyles } from './iconButtonStyles';
import { Spinner } from './Spinner';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'disabled'> {
  /** Its accessible name, also the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: IconButtonVariant;
  readonly size?: 'sm' | 'md';
  readonly busy?: boolean;
  readonly disabled?: boolean | undefined;
  readonly disabledReason?: string | undefined;
}

/** A round 44 px button with one icon. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  size = 'md',
  busy = false,
  disabled = false,
  disabledReason,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps): ReactElement {
  const refused = busy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (refused) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Root
      {...rest}
      type={type}
      aria-label={label}
      title={disabledReason ?? label}
      data-variant={variant}
      data-size={size}
      disabled={disabled && !refused}
      aria-busy={busy || undefined}
      aria-disabled={refused || undefined}
      {...(disabledReason !== undefined && { 'aria-description': disabledReason })}
      onClick={press}
    >
      {busy ? <Spinner size={18} /> : icon}
    </Root>
  );
}

const Root = styled.button(iconButtonStyles);
