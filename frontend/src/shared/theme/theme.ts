import { container, media } from './media';
import { colors, layer, motion, radius, size, space, type } from './tokens';

/** What `props.theme` holds in emotion; its values are constants (CSS variables), never a palette. */
export const theme = { colors, space, radius, layer, size, motion, type, media, container } as const;

export type AppTheme = typeof theme;
