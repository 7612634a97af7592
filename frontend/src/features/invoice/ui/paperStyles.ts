import { paper } from '../../../shared/theme/paper';

/** The lines of every table on the paper. */
export const rule = `1px solid ${paper.rule}`;

/** Rows, totals and signatures are never cut in two by the end of a page. */
export const whole = { breakInside: 'avoid' } as const;

export const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
