import '../i18n/racStrings';
import styled from '@emotion/styled';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { MenuTrigger, type Selection } from 'react-aria-components/Menu';
import { colors, iconStroke, radius, space, type } from '../theme/tokens';
import { Action, MenuList, MenuPaper } from './ActionMenu';

export interface MenuOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

export interface OptionMenuProps<V extends string> {
  /** The name of what is chosen: «برند». */
  readonly label: string;
  /** On the button; the label unless given. */
  readonly summary?: string;
  readonly icon?: ReactNode;
  readonly options: readonly MenuOption<V>[];
  readonly selected: readonly V[];
  readonly onChange: (selected: V[]) => void;
  /** `multiple` stays open while choosing. */
  readonly mode: 'single' | 'multiple';
  readonly disabled?: boolean;
  /** Marked as in force; unless given, `multiple` is with anything chosen. */
  readonly filled?: boolean;
}

/** A chip that opens a list to choose from: sort, brands. */
export function OptionMenu<V extends string>({
  label,
  summary,
  icon,
  options,
  selected,
  onChange,
  mode,
  disabled = false,
  filled = mode === 'multiple' && selected.length > 0,
}: OptionMenuProps<V>): ReactElement {
  const choose = (selection: Selection) => {
    const all = options.map((option) => option.value);
    onChange(selection === 'all' ? all : all.filter((value) => selection.has(value)));
  };
  return (
    <MenuTrigger>
      <Chip isDisabled={disabled} data-filled={filled || undefined}>
        {icon}
        {summary ?? label}
        <ChevronDown size={16} strokeWidth={iconStroke} aria-hidden />
      </Chip>
      <MenuPaper placement="bottom start">
        <MenuList
          aria-label={label}
          selectionMode={mode}
          disallowEmptySelection={mode === 'single'}
          selectedKeys={selected}
          onSelectionChange={choose}
        >
          {options.map((option) => (
            <Option key={option.value} id={option.value} textValue={option.label}>
              {option.label}
              <Check size={18} strokeWidth={2.25} aria-hidden />
            </Option>
          ))}
        </MenuList>
      </MenuPaper>
    </MenuTrigger>
  );
}

const Chip = styled(Button)({
  ...type.label,
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: '40px',
  paddingInline: space(4),
  borderRadius: radius.full,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.surface,
  whiteSpace: 'nowrap',
  '&::after': { content: '""', position: 'absolute', insetInline: 0, insetBlock: '-3px' },
  '&[data-hovered]': { borderColor: colors.lineStrong },
  '&[data-filled]': { backgroundColor: colors.brandSoft, borderColor: colors.brand, color: colors.brand },
});

const Option = styled(Action)({
  justifyContent: 'space-between',
  '& > svg': { visibility: 'hidden', color: colors.brand },
  '&[data-selected]': { color: colors.brand, fontWeight: 600 },
  '&[data-selected] > svg': { visibility: 'visible' },
});
