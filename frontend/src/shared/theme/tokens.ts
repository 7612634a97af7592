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

/** Type styles, spread into an object style. */
export const type = {
  display: { fontSize: '28px', lineHeight: '44px', fontWeight: 700 },
  title: { fontSize: '20px', lineHeight: '34px', fontWeight: 700 },
  heading: { fontSize: '17px', lineHeight: '30px', fontWeight: 600 },
  body: { fontSize: '15px', lineHeight: '28px', fontWeight: 400 },
  label: { fontSize: '14px', lineHeight: '24px', fontWeight: 500 },
  caption: { fontSize: '12.5px', lineHeight: '22px', fontWeight: 500 },
  amount: { fontSize: '22px', lineHeight: '34px', fontWeight: 700 },
  /** 16 px, or iOS zooms into the field. */
  input: { fontSize: '16px', lineHeight: '26px', fontWeight: 400 },
} as const;

export type TypeName = keyof typeof type;
