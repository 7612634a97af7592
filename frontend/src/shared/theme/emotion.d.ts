import '@emotion/react';
import type { AppTheme } from './theme';

declare module '@emotion/react' {
  // biome-ignore lint/suspicious/noEmptyInterface: emotion's own way of typing the theme
  export interface Theme extends AppTheme {}
}
