import styled from '@emotion/styled';
import type { ComponentPropsWithRef, ElementType, ReactElement } from 'react';
import { colors, type TypeName, type } from '../theme/tokens';

const tones = {
  text: colors.text,
  muted: colors.muted,
  brand: colors.brand,
  danger: colors.danger,
  success: colors.success,
  warning: colors.warningText,
  inherit: 'inherit',
} as const;

export type TextTone = keyof typeof tones;

export interface TextProps extends Omit<ComponentPropsWithRef<'span'>, 'ref'> {
  readonly as?: ElementType;
  readonly variant?: TypeName;
  readonly tone?: TextTone;
  /** One line, cut with an ellipsis. */
  readonly truncate?: boolean;
}

/** A text in one of the type styles; `as` chooses the element. */
export function Text({ variant = 'body', tone = 'inherit', truncate = false, ...rest }: TextProps): ReactElement {
  return <Root {...rest} data-variant={variant} data-tone={tone} data-truncate={truncate || undefined} />;
}

const each = <T extends string>(attribute: string, names: readonly T[], style: (name: T) => object) =>
  Object.fromEntries(names.map((name) => [`&[data-${attribute}="${name}"]`, style(name)]));

const Root = styled.span({
  ...each('variant', Object.keys(type) as TypeName[], (name) => type[name]),
  ...each('tone', Object.keys(tones) as TextTone[], (name) => ({ color: tones[name] })),
  '&[data-truncate]': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minInlineSize: 0,
  },
});
