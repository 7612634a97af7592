import { centred, colors, motion, radius, rem, size, space, touchTarget, type } from '../theme/tokens';

/** Shared by buttons and links that look like buttons; variants are data attributes. */
export const buttonStyles = {
  ...type.label,
  fontWeight: 600,
  ...centred,
  position: 'relative',
  gap: space(2),
  minBlockSize: size.touch,
  paddingBlock: space(2),
  paddingInline: space(5),
  border: '1px solid transparent',
  borderRadius: radius.button,
  textAlign: 'center',
  textDecoration: 'none',
  userSelect: 'none',
  transition: `background-color ${motion.press}, border-color ${motion.press}, box-shadow ${motion.press}, opacity ${motion.press}`,
  [motion.allowed]: {
    transition: `background-color ${motion.press}, border-color ${motion.press}, box-shadow ${motion.press}, opacity ${motion.press}, transform ${motion.press}`,
    '&:active:not(:disabled):not([aria-disabled="true"])': { transform: 'scale(.985)' },
  },
  '&[data-size="sm"]': {
    ...type.caption,
    fontWeight: 600,
    minBlockSize: '36px',
    paddingBlock: space(1),
    paddingInline: space(3),
  },
  // The hit area stays 44 px.
  '&[data-size="sm"]::after': { content: '""', position: 'absolute', insetInline: 0, insetBlock: '-5px' },
  '&[data-size="lg"]': { fontSize: rem(16), minBlockSize: '52px', paddingInline: space(6) },
  '&[data-full]': { inlineSize: '100%' },
  '&[data-variant="primary"]': { backgroundColor: colors.brand, color: colors.onBrand },
  '&[data-variant="secondary"]': {
    backgroundColor: colors.surface,
    borderColor: colors.lineStrong,
    color: colors.text,
  },
  '&[data-variant="ghost"]': { color: colors.brand, paddingInline: space(3) },
  '&[data-variant="danger"]': { backgroundColor: colors.danger, color: colors.onDanger },
  '&[data-variant="dangerSoft"]': { backgroundColor: colors.dangerSoft, color: colors.danger },
  '@media (hover: hover)': {
    '&[data-variant="primary"]:hover:not([aria-disabled="true"]), &[data-variant="danger"]:hover:not([aria-disabled="true"])':
      {
        opacity: 0.92,
      },
    '&[data-variant="secondary"]:hover, &[data-variant="ghost"]:hover, &[data-variant="dangerSoft"]:hover': {
      boxShadow: `inset 0 0 0 99px ${colors.hover}`,
    },
  },
  '&:active': { boxShadow: `inset 0 0 0 99px ${colors.press}` },
  // Busy keeps its looks: it is working, not refused.
  '&[data-busy]': { cursor: 'progress' },
  '&:disabled, &[aria-disabled="true"]:not([data-busy])': {
    backgroundColor: colors.sunken,
    borderColor: 'transparent',
    color: colors.muted,
    boxShadow: 'none',
    opacity: 1,
  },
  '&[data-variant="ghost"]:disabled, &[data-variant="ghost"][aria-disabled="true"]': { backgroundColor: 'transparent' },
} as const;

/** The same of round buttons with one icon. */
export const iconButtonStyles = {
  ...touchTarget,
  position: 'relative',
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
