import { type CSSObject, Global } from '@emotion/react';
import type { ReactElement } from 'react';
import { asVariables, dark, light } from './palettes';
import { colors, motion, type } from './tokens';

const face = (fontFamily: string, file: string, fontWeight: string | number) => ({
  '@font-face': {
    fontFamily,
    src: `url('/fonts/${file}.woff2') format('woff2')`,
    fontWeight,
    fontStyle: 'normal',
    fontDisplay: 'swap',
  },
});

const fonts = [
  face('Vazirmatn', 'vazirmatn-var', '400 700'),
  // Static cuts for paper: a variable font would be embedded in the PDF as Type 3.
  face('Vazirmatn Print', 'vazirmatn-regular', 400),
  face('Vazirmatn Print', 'vazirmatn-bold', 700),
];

const family = "Vazirmatn, 'Segoe UI', Tahoma, sans-serif";

const base: CSSObject = {
  ':root': { ...asVariables(light), '--font': family },
  ':root[data-theme="dark"]': asVariables(dark),
  '*, *::before, *::after': { boxSizing: 'border-box' },
  html: {
    height: '100%',
    WebkitTextSizeAdjust: '100%',
    textSizeAdjust: '100%',
    scrollbarGutter: 'stable',
    backgroundColor: colors.bg,
  },
  body: {
    ...type.body,
    margin: 0,
    minHeight: '100dvh',
    fontFamily: 'var(--font)',
    color: colors.text,
    backgroundColor: colors.bg,
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    WebkitTapHighlightColor: 'transparent',
    overflowWrap: 'anywhere',
  },
  'h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset, blockquote': { margin: 0, padding: 0 },
  'ul, ol': { listStyle: 'none' },
  fieldset: { border: 0, minInlineSize: 0 },
  'button, input, textarea, select': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  button: { cursor: 'pointer', background: 'none', border: 0, padding: 0, textAlign: 'inherit' },
  'button:disabled, [aria-disabled="true"]': { cursor: 'not-allowed' },
  a: { color: 'inherit' },
  'img, svg, video': { display: 'block', maxInlineSize: '100%' },
  svg: { flexShrink: 0 },
  table: { borderCollapse: 'collapse', inlineSize: '100%' },
  ':focus-visible': { outline: `2px solid ${colors.brand}`, outlineOffset: '2px' },
  ':focus:not(:focus-visible), h1:focus': { outline: 'none' },
  '::selection': { backgroundColor: colors.brandSoft, color: colors.text },
  '::placeholder': { color: colors.faint, opacity: 1 },
  'input, textarea': { caretColor: colors.brand },
  // Only arrows and chevrons carry this class.
  '[dir="rtl"] .flip': { transform: 'scaleX(-1)' },
  [motion.reduced]: {
    '*, *::before, *::after': {
      animationDuration: '100ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '100ms !important',
      transitionProperty: 'opacity !important',
      scrollBehavior: 'auto !important',
    } as Record<string, string>,
  },
  '@media print': {
    ':root, :root[data-theme="dark"]': {
      ...asVariables(light),
      '--bg': '#FFFFFF',
      '--font': "'Vazirmatn Print', Tahoma, sans-serif",
    },
    'html, body': { backgroundColor: '#FFFFFF !important', color: '#000000' },
  },
};

/** Fonts, palettes, reset, focus ring, reduced motion, paper. Mount once, inside the emotion cache. */
export function GlobalStyles(): ReactElement {
  return (
    <>
      {fonts.map((font, index) => (
        <Global key={index} styles={font} />
      ))}
      <Global styles={base} />
    </>
  );
}
