import styled from '@emotion/styled';
import type { ReactElement, MouseEvent as ReactMouseEvent, ReactNode } from 'react';
import { useAddress } from '../navigation/address';
import { stepsBackTo } from '../navigation/trail';
import { colors, radius } from '../theme/tokens';
import type { ButtonProps } from './Button';
import { buttonStyles, iconButtonStyles } from './buttonStyles';
import { RouteLink, type RouteLinkProps } from './RouteLink';

type LinkButtonProps = RouteLinkProps & Pick<ButtonProps, 'variant' | 'size' | 'icon'>;

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

interface IconLinkProps extends Omit<RouteLinkProps, 'children' | 'aria-label'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: 'plain' | 'soft';
}

/** A link that looks like an icon button: back and close in headers. */
export function IconLink({ label, icon, variant = 'plain', ...rest }: IconLinkProps): ReactElement {
  return (
    <IconLike {...rest} aria-label={label} title={label} data-variant={variant}>
      {icon}
    </IconLike>
  );
}

const isPlain = (event: ReactMouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Steps back in the history when the page is there, so that its filters and its scroll are as they were. */
function useStepBack(to: RouteLinkProps['to']) {
  const { here, stepBack } = useAddress();
  return (event: ReactMouseEvent): void => {
    if (!isPlain(event)) return;
    const steps = stepsBackTo(to);
    if (steps === null && here() !== null) return;
    // The page is already being left: a second press would go one page too far, or to a list without its filters.
    event.preventDefault();
    if (steps !== null) stepBack(steps);
  };
}

/** «Back» in a header: a step back in the history, else an ordinary link. */
export function BackLink(props: Omit<IconLinkProps, 'onClick'>): ReactElement {
  return <IconLink {...props} onClick={useStepBack(props.to)} />;
}

/** The same, and looks like a button. */
export function BackButton(props: Omit<LinkButtonProps, 'onClick'>): ReactElement {
  return <LinkButton {...props} onClick={useStepBack(props.to)} />;
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
