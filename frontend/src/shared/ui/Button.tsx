import styled from '@emotion/styled';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { buttonStyles } from './buttonStyles';
import { type PressOptions, pressProps } from './press';
import { Spinner } from './Spinner';

export interface ButtonProps extends PressOptions, Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerSoft';
  readonly size?: 'sm' | 'md' | 'lg';
  readonly fullWidth?: boolean;
  readonly icon?: ReactNode;
}

/** The action button. `busy` and `disabledReason` keep it in the tab order. */
export function Button({
  variant = 'primary',
  size = 'md',
  fullWidth = false,
  busy = false,
  disabled,
  disabledReason,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  return (
    <Root
      {...rest}
      type={type}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-busy={busy || undefined}
      {...pressProps({ busy, disabled, disabledReason }, onClick)}
    >
      {busy ? <Spinner size={18} /> : icon}
      {children}
    </Root>
  );
}

const Root = styled.button(buttonStyles);
