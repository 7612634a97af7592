import { paper } from '../theme/paper';

/** Grey on a sheet; a thermal head has no grey, and the strip sets both to black. */
const greys = { rule: '--paper-rule', quiet: '--paper-quiet' } as const;
export const sheetGreys = { [greys.rule]: paper.rule, [greys.quiet]: paper.quiet };
export const stripGreys = { [greys.rule]: paper.ink, [greys.quiet]: paper.ink };

/** The lines of every table on the paper. */
export const rule = `1px solid var(${greys.rule})`;

/** The colour of labels and small print. */
export const quiet = `var(${greys.quiet})`;

/** Rows, totals and signatures are never cut in two by the end of a page. */
export const whole = { breakInside: 'avoid' } as const;

export const figures = { whiteSpace: 'nowrap' } as const;
