import { centred, colors, radius, space, type } from '../theme/tokens';

/** A pill in a row that scrolls. */
export const chipStyles = {
  ...type.label,
  ...centred,
  position: 'relative',
  flex: 'none',
  gap: space(2),
  minBlockSize: '40px',
  paddingInline: space(4),
  borderRadius: radius.full,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.surface,
  whiteSpace: 'nowrap',
  // The hit area is 44 px high.
  '&::after': { content: '""', position: 'absolute', insetInline: 0, insetBlock: '-3px' },
  '@media (hover: hover)': { '&:hover': { borderColor: colors.lineStrong } },
} as const;
