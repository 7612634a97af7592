import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { colors, radius, space, type } from '../theme/tokens';
import { lazyLayer } from './lazyLayer';
import { useMenuButton } from './useMenuButton';

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
  /** Marked as in force; unless given, `multiple` is with anything chosen. */
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
  '@media (hover: hover)': { '&:hover': { borderColor: colors.lineStrong } },
  '&[data-filled]': { backgroundColor: colors.brandSoft, borderColor: colors.brand, color: colors.brand },
});
