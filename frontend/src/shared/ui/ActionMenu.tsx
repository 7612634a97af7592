import styled from '@emotion/styled';
import { EllipsisVertical } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { buttonStyles, iconButtonStyles } from './buttonStyles';
import { lazyLayer } from './lazyLayer';
import { useMenuButton } from './useMenuButton';

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

interface ActionMenuProps {
  /** The name of the button. */
  readonly label: string;
  readonly items: readonly ActionMenuItem[];
  readonly icon?: ReactNode;
  /** `icon`: a round button · `button`: the label is visible. */
  readonly trigger?: 'icon' | 'button';
}

const MenuList = lazyLayer(async () => (await import('./MenuLayer')).MenuList);

/** A button with a menu of actions. */
export function ActionMenu({ label, items, icon, trigger = 'icon' }: ActionMenuProps): ReactElement {
  const { menu, button } = useMenuButton();
  const sign = icon ?? <EllipsisVertical size={22} />;
  return (
    <>
      {trigger === 'icon' ? (
        <IconTrigger {...button} aria-label={label} data-variant="plain">
          {sign}
        </IconTrigger>
      ) : (
        <TextTrigger {...button} data-variant="secondary" data-size="md">
          {sign}
          {label}
        </TextTrigger>
      )}
      {menu && <MenuList {...menu} label={label} items={items} />}
    </>
  );
}

const IconTrigger = styled.button(iconButtonStyles);
const TextTrigger = styled.button(buttonStyles);
