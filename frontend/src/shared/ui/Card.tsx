import styled from '@emotion/styled';
import type { ComponentPropsWithRef, ElementType, ReactElement } from 'react';
import { colors, motion, radius, space } from '../theme/tokens';

export interface CardProps extends Omit<ComponentPropsWithRef<'div'>, 'ref'> {
  readonly as?: ElementType;
  /** Contains a `CardLink`: reacts to hover and press as a whole. */
  readonly interactive?: boolean;
  readonly tone?: 'surface' | 'sunken' | 'brand' | 'warning' | 'danger';
  readonly padding?: 'none' | 'sm' | 'md' | 'lg';
  /** Others are being edited: half as visible and out of reach. */
  readonly dimmed?: boolean;
}

/** A white paper with a hairline. */
export function Card({
  interactive = false,
  tone = 'surface',
  padding = 'md',
  dimmed = false,
  ...rest
}: CardProps): ReactElement {
  return (
    <Root
      {...rest}
      data-tone={tone}
      data-padding={padding}
      data-interactive={interactive || undefined}
      data-dimmed={dimmed || undefined}
      inert={dimmed || undefined}
    />
  );
}

const Root = styled.div({
  position: 'relative',
  minInlineSize: 0,
  backgroundColor: colors.surface,
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  boxShadow: colors.shadow1,
  transition: `border-color ${motion.press}, background-color ${motion.press}, opacity ${motion.fade}`,
  '&[data-padding="sm"]': { padding: space(3) },
  '&[data-padding="md"]': { padding: space(4) },
  '&[data-padding="lg"]': { padding: space(6) },
  '&[data-tone="sunken"]': { backgroundColor: colors.sunken, borderColor: 'transparent', boxShadow: 'none' },
  '&[data-tone="brand"]': { backgroundColor: colors.brandSoft, borderColor: 'transparent', boxShadow: 'none' },
  '&[data-tone="warning"]': { backgroundColor: colors.warningSoft, borderColor: 'transparent', boxShadow: 'none' },
  '&[data-tone="danger"]': { backgroundColor: colors.dangerSoft, borderColor: 'transparent', boxShadow: 'none' },
  '@media (hover: hover)': { '&[data-interactive]:hover': { borderColor: colors.lineStrong } },
  '&[data-interactive]:active': { backgroundImage: `linear-gradient(${colors.hover}, ${colors.hover})` },
  '&[data-dimmed]': { opacity: 0.5 },
});
