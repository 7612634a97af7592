import styled from '@emotion/styled';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { colors, motion, radius, space, type } from '../theme/tokens';

export interface FilterChip {
  readonly id: string;
  readonly name: string;
  readonly onRemove: () => void;
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onClear: () => void;
}

/** What a list is filtered and ordered by, each with a button that removes it. */
export function FilterChips({ chips, onClear }: FilterChipsProps): ReactElement | null {
  const t = useText('ui');
  if (chips.length === 0) return null;
  return (
    <Row aria-label={t('chips')}>
      {chips.map(({ id, name, onRemove }) => (
        <li key={id}>
          <Chip type="button" aria-label={t('removeFilter', { name })} onClick={onRemove}>
            <span>{name}</span>
            <X size={16} />
          </Chip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Chip type="button" data-plain onClick={onClear}>
            {t('clearFilters')}
          </Chip>
        </li>
      )}
    </Row>
  );
}

const Row = styled.ul({
  display: 'flex',
  gap: space(2),
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // Room for the focus rings of the chips and for their touch targets.
  padding: '6px 3px',
  margin: '-6px -3px',
  '& > li': { flex: 'none' },
});

const Chip = styled.button({
  ...type.caption,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  maxInlineSize: '260px',
  minBlockSize: '34px',
  paddingInline: space(3),
  border: '1px solid transparent',
  borderRadius: radius.full,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
  transition: `border-color ${motion.press}`,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > svg': { flex: 'none' },
  '&::after': { content: '""', position: 'absolute', insetInline: 0, insetBlock: '-6px' },
  '@media (hover: hover)': { '&:hover': { borderColor: colors.brand } },
  '&[data-plain]': { backgroundColor: 'transparent', color: colors.muted, whiteSpace: 'nowrap' },
});
