import '@emotion/react';
import type { AppTheme } from './theme';

declare module '@emotion/react' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- emotion's own way of typing the theme
  export interface Theme extends AppTheme {}
}
