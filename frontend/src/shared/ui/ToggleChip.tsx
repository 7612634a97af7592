import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { colors, motion, radius, size, space, type } from '../theme/tokens';

interface ToggleChipProps {
  readonly selected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly children: string;
}

/** One of many that can each be on: brands, regions. */
export function ToggleChip({ selected, onChange, children }: ToggleChipProps): ReactElement {
  return (
    <Chip type="button" aria-pressed={selected} onClick={() => onChange(!selected)}>
      {selected && <Check size={18} strokeWidth={2.25} />}
      {children}
    </Chip>
  );
}

const Chip = styled.button({
  ...type.label,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: size.touch,
  paddingInline: space(4),
  border: `1px solid ${colors.line}`,
  borderRadius: radius.full,
  backgroundColor: colors.surface,
  transition: `background-color ${motion.press}, border-color ${motion.press}`,
  '@media (hover: hover)': { '&:hover': { borderColor: colors.lineStrong } },
  '&[aria-pressed="true"]': { backgroundColor: colors.brandSoft, borderColor: colors.brand, color: colors.brand },
});
