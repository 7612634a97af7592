import { colors, motion, radius, size } from '../theme/tokens';

export type IconButtonVariant = 'plain' | 'soft' | 'outline' | 'brand' | 'danger';

export const iconButtonStyles = {
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  inlineSize: size.touch,
  blockSize: size.touch,
  border: '1px solid transparent',
  borderRadius: radius.full,
  color: colors.text,
  textDecoration: 'none',
  transition: `background-color ${motion.press}, box-shadow ${motion.press}`,
  '&[data-variant="soft"]': { backgroundColor: colors.sunken },
  '&[data-variant="outline"]': { backgroundColor: colors.surface, borderColor: colors.line },
  '&[data-variant="brand"]': { backgroundColor: colors.brand, color: colors.onBrand },
  '&[data-variant="danger"]': { color: colors.danger },
  '&[data-size="sm"]': { inlineSize: '36px', blockSize: '36px' },
  // The hit area stays 44 px.
  '&[data-size="sm"]::after': { content: '""', position: 'absolute', inset: '-5px' },
  '@media (hover: hover)': { '&:hover': { boxShadow: `inset 0 0 0 99px ${colors.hover}` } },
  '&:active': { boxShadow: `inset 0 0 0 99px ${colors.press}` },
  '&:disabled, &[aria-disabled="true"]': { color: colors.muted, opacity: 0.55, boxShadow: 'none' },
} as const;
