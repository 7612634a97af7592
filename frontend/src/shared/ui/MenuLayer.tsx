import '../i18n/racStrings';
import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem, type MenuProps } from 'react-aria-components/Menu';
import { colors, motion, radius, size, space, type } from '../theme/tokens';
import type { ActionMenuItem } from './ActionMenu';
import { Popover } from './Layer';
import { fadeIn } from './overlayStyles';
import type { MenuLayerProps } from './useMenuButton';

type MenuEntry = Omit<ActionMenuItem, 'onAction'> & Partial<Pick<ActionMenuItem, 'onAction'>>;

/** With a `selectionMode`, the items are options to choose from. */
interface MenuListProps extends MenuLayerProps, Omit<MenuProps<unknown>, 'children' | 'items' | 'onClose'> {
  readonly items: readonly MenuEntry[];
}

/** The open menu of a button that stands outside React Aria. */
export function MenuList({ items, label, trigger, startFocus, onClose, ...menu }: MenuListProps): ReactElement {
  const chooses = menu.selectionMode !== undefined;
  return (
    <Paper
      isOpen
      trigger="MenuTrigger"
      triggerRef={trigger}
      aria-label={label}
      placement={chooses ? 'bottom start' : 'bottom end'}
      onClose={onClose}
    >
      <List {...menu} aria-label={label} autoFocus={startFocus === 'menu' ? true : startFocus} onClose={onClose}>
        {items.map((item) => (
          <Item
            key={item.id}
            id={item.id}
            textValue={item.label}
            isDisabled={item.disabled === true || item.disabledReason !== undefined}
            data-tone={item.tone}
            data-option={chooses || undefined}
            onAction={() => item.onAction?.()}
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
            {chooses && <Check size={18} strokeWidth={2.25} />}
          </Item>
        ))}
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

const Item = styled(MenuItem)({
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
  '&[data-option]': { justifyContent: 'space-between' },
  '&[data-option] > svg': { visibility: 'hidden', color: colors.brand },
  '&[data-option][data-selected]': { color: colors.brand, fontWeight: 600 },
  '&[data-option][data-selected] > svg': { visibility: 'visible' },
});

const Words = styled.span({
  display: 'flex',
  flexDirection: 'column',
  paddingBlock: space(1),
  '& > small': type.caption,
});
