import styled from '@emotion/styled';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useAddress } from '../navigation/address';
import { stepsBackTo } from '../navigation/trail';
import { colors, radius } from '../theme/tokens';
import { type ButtonSize, type ButtonVariant, buttonStyles } from './buttonStyles';
import { iconButtonStyles } from './iconButtonStyles';
import { RouteLink, type RouteLinkProps } from './RouteLink';

export interface LinkButtonProps extends RouteLinkProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({
  variant = 'primary',
  size = 'md',
  icon,
  children,
  ...rest
}: LinkButtonProps): ReactElement {
  return (
    <ButtonLike {...rest} data-variant={variant} data-size={size}>
      {icon}
      {children}
    </ButtonLike>
  );
}

export interface IconLinkProps extends Omit<RouteLinkProps, 'children' | 'aria-label'> {
  readonly label: string;
  readonly icon: ReactNode;
}

/** A link that looks like an icon button: back and close in headers. */
export function IconLink({ label, icon, ...rest }: IconLinkProps): ReactElement {
  return (
    <IconLike {...rest} aria-label={label} title={label} data-variant="plain">
      {icon}
    </IconLike>
  );
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * «Back»: to the page as it was left, its filters and its scroll, when it lies behind in the history; else a link like
 * any other.
 */
export function BackLink({ to, ...rest }: Omit<IconLinkProps, 'onClick'>): ReactElement {
  const { here, stepBack } = useAddress();
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    const steps = stepsBackTo(to);
    if (steps === null && here() !== null) return;
    // Of a page that is on its way out: a second press would lead one page too far, or to a list without its filters.
    event.preventDefault();
    if (steps !== null) stepBack(steps);
  };
  return <IconLink {...rest} to={to} onClick={onClick} />;
}

const ButtonLike = styled(RouteLink)(buttonStyles);
const IconLike = styled(RouteLink)(iconButtonStyles);

/** A link in running text. */
export const TextLink = styled(RouteLink)({
  color: colors.brand,
  fontWeight: 500,
  textDecorationLine: 'underline',
  textDecorationColor: 'transparent',
  textUnderlineOffset: '6px',
  borderRadius: radius.focus,
  '&:hover': { textDecorationColor: 'currentcolor' },
});

/**
 * The link of a whole card: its hit area is the nearest positioned ancestor (`Card`).
 * Other controls of the card go above it (`position: relative`, `zIndex: 1`).
 */
export const CardLink = styled(RouteLink)({
  color: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${colors.brand}`, outlineOffset: '2px' },
});
