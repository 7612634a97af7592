import '../i18n/racStrings';
import styled from '@emotion/styled';
import { EllipsisVertical } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { colors, iconStroke, motion, radius, size, space, type } from '../theme/tokens';
import { buttonStyles } from './buttonStyles';
import { iconButtonStyles } from './iconButtonStyles';
import { Popover } from './Layer';
import { fadeIn } from './overlayStyles';

export interface ActionMenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tone?: 'default' | 'danger';
  readonly disabled?: boolean;
  /** Why it cannot be chosen now: disables it, and says so under its name. */
  readonly disabledReason?: string | undefined;
  readonly onAction: () => void;
}

export interface ActionMenuProps {
  /** The name of the button. */
  readonly label: string;
  readonly items: readonly ActionMenuItem[];
  readonly icon?: ReactNode;
  /** `icon`: a round button · `button`: the label is visible. */
  readonly trigger?: 'icon' | 'button';
  readonly disabled?: boolean;
}

/** A button with a menu of actions. */
export function ActionMenu({ label, items, icon, trigger = 'icon', disabled = false }: ActionMenuProps): ReactElement {
  const sign = icon ?? <EllipsisVertical size={22} strokeWidth={iconStroke} aria-hidden />;
  return (
    <MenuTrigger>
      {trigger === 'icon' ? (
        <IconTrigger aria-label={label} isDisabled={disabled} data-variant="plain">
          {sign}
        </IconTrigger>
      ) : (
        <TextTrigger isDisabled={disabled} data-variant="secondary" data-size="md">
          {sign}
          {label}
        </TextTrigger>
      )}
      <MenuPaper placement="bottom end">
        <MenuList aria-label={label}>
          {items.map((item) => (
            <Action
              key={item.id}
              id={item.id}
              textValue={item.label}
              isDisabled={item.disabled === true || item.disabledReason !== undefined}
              data-tone={item.tone ?? 'default'}
              onAction={item.onAction}
            >
              {item.icon}
              {item.disabledReason === undefined ? (
                item.label
              ) : (
                <Words>
                  {item.label}
                  <small>{item.disabledReason}</small>
                </Words>
              )}
            </Action>
          ))}
        </MenuList>
      </MenuPaper>
    </MenuTrigger>
  );
}

const Words = styled.span({
  display: 'flex',
  flexDirection: 'column',
  paddingBlock: space(1),
  '& > small': type.caption,
});

const IconTrigger = styled(Button)(iconButtonStyles);
const TextTrigger = styled(Button)(buttonStyles);

export const MenuPaper = styled(Popover)({
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

export const MenuList = styled(Menu)({ outline: 'none' });

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
