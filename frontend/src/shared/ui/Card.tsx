import styled from '@emotion/styled';
import type { ComponentPropsWithRef, ElementType, ReactElement } from 'react';
import { colors, motion, radius, space } from '../theme/tokens';

export interface CardProps extends Omit<ComponentPropsWithRef<'div'>, 'ref'> {
  readonly as?: ElementType;
  /** Contains a `CardLink`: reacts to hover and press as a whole. */
  readonly interactive?: boolean;
  readonly tone?: 'surface' | 'brand';
  readonly padding?: 'none' | 'sm' | 'md' | 'lg';
}

/** A white paper with a hairline. */
export function Card({ interactive = false, tone = 'surface', padding = 'md', ...rest }: CardProps): ReactElement {
  return <Root {...rest} data-tone={tone} data-padding={padding} data-interactive={interactive || undefined} />;
}

const Root = styled.div({
  position: 'relative',
  minInlineSize: 0,
  backgroundColor: colors.surface,
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  boxShadow: colors.shadow1,
  transition: `border-color ${motion.press}, background-color ${motion.press}`,
  '&[data-padding="sm"]': { padding: space(3) },
  '&[data-padding="md"]': { padding: space(4) },
  '&[data-padding="lg"]': { padding: space(6) },
  '&[data-tone="brand"]': { backgroundColor: colors.brandSoft, borderColor: 'transparent', boxShadow: 'none' },
  '@media (hover: hover)': { '&[data-interactive]:hover': { borderColor: colors.lineStrong } },
  '&[data-interactive]:active': { backgroundImage: `linear-gradient(${colors.hover}, ${colors.hover})` },
});
