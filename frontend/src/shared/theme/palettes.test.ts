import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ColorName, dark, light, type Palette } from './palettes';
import { THEME_KEY } from './themeStore';

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['bg', 'surface', 'sunken', 'raised'] as const;
const textPairs: readonly (readonly [ColorName, ColorName])[] = [
  ...surfaces.flatMap((on) =>
    (['text', 'muted', 'brand', 'danger', 'success'] as const).map((name) => [name, on] as const),
  ),
  ['faint', 'surface'],
  ['onBrand', 'brand'],
  ['onDanger', 'danger'],
  ['onSuccess', 'success'],
  ['onWarning', 'warning'],
  ['brand', 'brandSoft'],
  ['danger', 'dangerSoft'],
  ['success', 'successSoft'],
  ['warningText', 'warningSoft'],
  ['warningText', 'surface'],
  ['text', 'brandSoft'],
  ['text', 'dangerSoft'],
  ['text', 'successSoft'],
  ['text', 'warningSoft'],
];

describe.each<[string, Palette]>([
  ['light', light],
  ['dark', dark],
])('the %s palette', (_name, palette) => {
  it.each(textPairs)('makes %s readable on %s', (text, surface) => {
    expect(contrast(palette[text], palette[surface])).toBeGreaterThanOrEqual(4.5);
  });

  it('draws the border of a field', () => {
    expect(contrast(palette.lineStrong, palette.surface)).toBeGreaterThanOrEqual(3);
  });
});

it('boots with the same key and the same backgrounds', () => {
  const boot = readFileSync('public/theme-boot.js', 'utf8');
  expect(boot).toContain(`'${THEME_KEY}'`);
  expect(boot).toContain(`dark ? '${dark.bg}' : '${light.bg}'`);
});
