import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { space, type } from '../theme/tokens';
import type { ActionMenuItem } from './ActionMenu';
import { Action, MenuPaper } from './MenuLayer';
import type { MenuLayerProps } from './useMenuButton';

interface ActionMenuListProps extends MenuLayerProps {
  readonly items: readonly ActionMenuItem[];
}

/** The open menu of `ActionMenu`. */
export function ActionMenuList({ items, ...layer }: ActionMenuListProps): ReactElement {
  return (
    <MenuPaper {...layer} placement="bottom end">
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
    </MenuPaper>
  );
}

const Words = styled.span({
  display: 'flex',
  flexDirection: 'column',
  paddingBlock: space(1),
  '& > small': type.caption,
});
