import { asVariables, light } from './palettes';

/** Paper is white and its ink is black, whatever the theme of the screen around it. */
export const paper = {
  ground: '#FFFFFF',
  ink: '#000000',
  /** Labels: still 7:1 on white, and dark enough for a laser printer. */
  quiet: '#4A4A4A',
  rule: '#8C8C8C',
  band: '#F0F0F0',
  /** Static cuts: a variable font would be embedded in a PDF as Type 3. */
  family: "'Vazirmatn Print', Tahoma, sans-serif",
} as const;

/** Makes every primitive inside a paper take the colours of the light theme. */
export const paperVariables = { ...asVariables(light), colorScheme: 'light' } as const;
