import '../i18n/racStrings';
import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { Menu, MenuItem, type MenuProps } from 'react-aria-components/Menu';
import { colors, motion, radius, size, space, type } from '../theme/tokens';
import { Popover } from './Layer';
import { fadeIn } from './overlayStyles';
import type { MenuLayerProps } from './useMenuButton';

interface MenuPaperProps extends MenuLayerProps, Omit<MenuProps<unknown>, 'children' | 'onClose'> {
  readonly placement: 'bottom start' | 'bottom end';
  readonly children: ReactNode;
}

/** The open menu of a button that stands outside React Aria. */
export function MenuPaper({
  label,
  trigger,
  focus,
  onClose,
  placement,
  children,
  ...menu
}: MenuPaperProps): ReactElement {
  return (
    <Paper
      isOpen
      trigger="MenuTrigger"
      triggerRef={trigger}
      aria-label={label}
      placement={placement}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <List {...menu} aria-label={label} autoFocus={focus === 'menu' ? true : focus} onClose={onClose}>
        {children}
      </List>
    </Paper>
  );
}

const Paper = styled(Popover)({
  minInlineSize: '220px',
  maxInlineSize: 'calc(100vw - 32px)',
  padding: space(2),
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  backgroundColor: colors.raised,
  color: colors.text,
  boxShadow: colors.shadow2,
  overflow: 'auto',
  [motion.allowed]: { '&[data-entering]': { animation: `${fadeIn} ${motion.press}` } },
});

const List = styled(Menu)({ outline: 'none' });

export const Action = styled(MenuItem)({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minBlockSize: size.touch,
  paddingInline: space(3),
  borderRadius: radius.field,
  cursor: 'pointer',
  outline: 'none',
  textDecoration: 'none',
  '&[data-focused]': { backgroundColor: colors.hover },
  '&[data-pressed]': { backgroundColor: colors.press },
  '&[data-focus-visible]': { boxShadow: `inset 0 0 0 2px ${colors.brand}` },
  '&[data-tone="danger"]': { color: colors.danger },
  '&[data-disabled]': { color: colors.faint, opacity: 0.6, cursor: 'not-allowed' },
});
