import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Selection } from 'react-aria-components/Menu';
import { colors } from '../theme/tokens';
import { Action, MenuPaper } from './MenuLayer';
import type { MenuOption } from './OptionMenu';
import type { MenuLayerProps } from './useMenuButton';

interface OptionMenuListProps extends MenuLayerProps {
  readonly options: readonly MenuOption<string>[];
  readonly selected: readonly string[];
  readonly onChange: (selected: string[]) => void;
  readonly mode: 'single' | 'multiple';
}

/** The open list of `OptionMenu`. */
export function OptionMenuList({ options, selected, onChange, mode, ...layer }: OptionMenuListProps): ReactElement {
  const choose = (selection: Selection) => {
    const all = options.map((option) => option.value);
    onChange(selection === 'all' ? all : all.filter((value) => selection.has(value)));
  };
  return (
    <MenuPaper
      {...layer}
      placement="bottom start"
      selectionMode={mode}
      disallowEmptySelection={mode === 'single'}
      selectedKeys={selected}
      onSelectionChange={choose}
    >
      {options.map((option) => (
        <Option key={option.value} id={option.value} textValue={option.label}>
          {option.label}
          <Check size={18} strokeWidth={2.25} />
        </Option>
      ))}
    </MenuPaper>
  );
}

const Option = styled(Action)({
  justifyContent: 'space-between',
  '& > svg': { visibility: 'hidden', color: colors.brand },
  '&[data-selected]': { color: colors.brand, fontWeight: 600 },
  '&[data-selected] > svg': { visibility: 'visible' },
});
