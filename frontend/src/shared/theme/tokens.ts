import { type ColorName, colorNames } from './palettes';

/** Colours are CSS variables, so that a theme switch re-renders nothing. */
export const colors = Object.fromEntries(colorNames.map((name) => [name, `var(--${name})`])) as Readonly<
  Record<ColorName, string>
>;

/** 4 px steps: `space(4)` is 16 px. */
export const space = (steps: number): string => `${steps * 4}px`;

export const radius = {
  focus: '4px',
  /** Inside a frame with the radius of a button. */
  inner: '10px',
  field: '8px',
  chip: '8px',
  button: '12px',
  card: '16px',
  sheet: '24px',
  full: '999px',
} as const;

export const layer = { header: 10, bar: 20, fab: 30, overlay: 40, toast: 50 } as const;

/** Heights and hit areas. */
export const size = {
  touch: '44px',
  field: '48px',
  header: '56px',
  headerCollapsed: '48px',
  icon: 20,
  iconLarge: 24,
  rail: '88px',
} as const;

/** The stroke of every line icon. */
export const iconStroke = 1.75;

const ease = 'cubic-bezier(.2, 0, 0, 1)';
export const motion = {
  ease,
  press: `120ms ${ease}`,
  fade: `200ms ${ease}`,
  sheet: `280ms ${ease}`,
  /** Wrap every movement in this query. */
  allowed: '@media (prefers-reduced-motion: no-preference)',
  reduced: '@media (prefers-reduced-motion: reduce)',
} as const;

/** For the digits of a column; all of them as wide as the widest, so they stand closer. */
export const tabular = { fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.04em' } as const;

/** A length in px at the usual size of text. Text grows with the browser's text size, frames do not. */
export const rem = (px: number): string => `${px / 16}rem`;

/** Type styles, spread into an object style. */
export const type = {
  display: { fontSize: rem(28), lineHeight: rem(44), fontWeight: 700 },
  title: { fontSize: rem(20), lineHeight: rem(34), fontWeight: 700 },
  heading: { fontSize: rem(17), lineHeight: rem(30), fontWeight: 600 },
  body: { fontSize: rem(15), lineHeight: rem(28), fontWeight: 400 },
  label: { fontSize: rem(14), lineHeight: rem(24), fontWeight: 500 },
  caption: { fontSize: rem(12.5), lineHeight: rem(22), fontWeight: 500 },
  /** Smaller on a narrow phone, where a button stands beside it. */
  amount: { fontSize: `clamp(${rem(17)}, 5.2vw, ${rem(22)})`, lineHeight: rem(34), fontWeight: 700 },
  /** 16 px, or iOS zooms into the field. */
  input: { fontSize: rem(16), lineHeight: rem(26), fontWeight: 400 },
} as const;

/** Styles that many primitives share, spread into an object style. */
export const centred = { display: 'inline-flex', alignItems: 'center', justifyContent: 'center' } as const;
/** A square that a finger can hit, with its icon in the middle. */
export const touchTarget = { ...centred, flex: 'none', inlineSize: size.touch, blockSize: size.touch } as const;
/** An icon on a tinted ground, before a title. */
export const iconTile = {
  flex: 'none',
  boxSizing: 'content-box',
  padding: space(2),
  borderRadius: radius.button,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
} as const;
/** An input without a frame of its own. */
export const bareInput = {
  ...type.input,
  flex: 1,
  minInlineSize: 0,
  border: 0,
  borderRadius: 'inherit',
  backgroundColor: 'transparent',
  '&:focus-visible': { outline: 'none' },
} as const;
