import styled from '@emotion/styled';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { iconButtonStyles } from './buttonStyles';
import { type PressOptions, pressProps } from './press';
import { Spinner } from './Spinner';

export interface IconButtonProps
  extends PressOptions,
    Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'disabled'> {
  /** Its accessible name, also the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: 'plain' | 'soft' | 'outline' | 'brand' | 'danger';
  readonly size?: 'sm' | 'md';
}

/** A round 44 px button with one icon. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  size = 'md',
  busy = false,
  disabled,
  disabledReason,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Root
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      data-variant={variant}
      data-size={size}
      {...pressProps({ busy, disabled, disabledReason }, onClick)}
    >
      {busy ? <Spinner size={18} /> : icon}
    </Root>
  );
}

const Root = styled.button(iconButtonStyles);
