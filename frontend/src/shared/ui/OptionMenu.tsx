import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { colors } from '../theme/tokens';
import { chipStyles } from './chipStyles';
import { lazyLayer } from './lazyLayer';
import { useMenuButton } from './useMenuButton';

interface MenuOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface OptionMenuProps<V extends string> {
  /** The name of the choice: «برند». */
  readonly label: string;
  /** On the button, instead of the label. */
  readonly summary?: string;
  readonly icon?: ReactNode;
  readonly options: readonly MenuOption<V>[];
  readonly selected: readonly V[];
  readonly onChange: (selected: V[]) => void;
  /** `multiple` stays open while choosing. */
  readonly mode: 'single' | 'multiple';
  /** Marked as in force; by default when `multiple` has anything chosen. */
  readonly filled?: boolean;
}

const MenuList = lazyLayer(async () => (await import('./MenuLayer')).MenuList);

/** A chip that opens a list to choose from: sort, brands. */
export function OptionMenu<V extends string>({
  label,
  summary,
  icon,
  options,
  selected,
  onChange,
  mode,
  filled = mode === 'multiple' && selected.length > 0,
}: OptionMenuProps<V>): ReactElement {
  const { menu, button } = useMenuButton();
  return (
    <>
      <Chip {...button} data-filled={filled || undefined}>
        {icon}
        {summary ?? label}
        <ChevronDown size={16} />
      </Chip>
      {menu && (
        <MenuList
          {...menu}
          label={label}
          items={options.map((option) => ({ id: option.value, label: option.label }))}
          selectionMode={mode}
          disallowEmptySelection={mode === 'single'}
          selectedKeys={selected}
          onSelectionChange={(chosen) =>
            onChange(options.map(({ value }) => value).filter((value) => chosen === 'all' || chosen.has(value)))
          }
        />
      )}
    </>
  );
}

const Chip = styled.button({
  ...chipStyles,
  '&[data-filled]': { backgroundColor: colors.brandSoft, borderColor: colors.brand, color: colors.brand },
});
