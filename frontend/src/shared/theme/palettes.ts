/**
 * The two palettes. Every text colour has a contrast of at least 4.5:1 on the surface it is used on;
 * `faint` is for placeholders on `surface` only; `lineStrong` has 3:1 for field borders.
 */
export const light = {
  bg: '#F5F6FB',
  surface: '#FFFFFF',
  sunken: '#ECEEF6',
  raised: '#FFFFFF',
  text: '#191B2E',
  muted: '#575C75',
  faint: '#6C7189',
  line: '#E1E4EF',
  lineStrong: '#858AA3',
  brand: '#2B2C6B',
  brandSoft: '#E9E9F7',
  onBrand: '#FFFFFF',
  danger: '#BF2A37',
  dangerSoft: '#FCE9EA',
  onDanger: '#FFFFFF',
  success: '#17754A',
  successSoft: '#E3F4EB',
  onSuccess: '#FFFFFF',
  warning: '#F2C230',
  warningText: '#7A5200',
  warningSoft: '#FFF5D6',
  onWarning: '#2A1D00',
  hover: 'rgb(25 27 46 / .045)',
  press: 'rgb(25 27 46 / .09)',
  scrim: 'rgb(18 19 33 / .44)',
  shadow1: '0 1px 2px rgb(25 27 46 / .06)',
  shadow2: '0 8px 24px rgb(25 27 46 / .12)',
  shadow3: '0 -8px 40px rgb(25 27 46 / .18)',
};

export type ColorName = keyof typeof light;
export type Palette = Readonly<Record<ColorName, string>>;

export const colorNames = Object.keys(light) as ColorName[];

export const dark: Palette = {
  bg: '#17181C',
  surface: '#202227',
  sunken: '#121316',
  raised: '#2A2C33',
  text: '#ECEDF3',
  muted: '#A9ADBD',
  faint: '#8A8FA3',
  line: '#33363F',
  lineStrong: '#6F7486',
  brand: '#A9AAF5',
  brandSoft: '#2C2D4D',
  onBrand: '#17183A',
  danger: '#FF8A91',
  dangerSoft: '#3D2226',
  onDanger: '#2E0A0E',
  success: '#63D39B',
  successSoft: '#1B3529',
  onSuccess: '#062315',
  warning: '#F6CE55',
  warningText: '#F6CE55',
  warningSoft: '#3A3119',
  onWarning: '#2A1D00',
  hover: 'rgb(255 255 255 / .05)',
  press: 'rgb(255 255 255 / .1)',
  scrim: 'rgb(0 0 0 / .6)',
  shadow1: 'none',
  shadow2: '0 8px 24px rgb(0 0 0 / .4)',
  shadow3: '0 -8px 40px rgb(0 0 0 / .5)',
};

/** The palette as CSS custom properties (`--bg: …`). */
export const asVariables = (palette: Palette): Record<string, string> =>
  Object.fromEntries(colorNames.map((name) => [`--${name}`, palette[name]]));
