/** Breakpoints: phone < 600, tablet 600–1023, desktop ≥ 1024. */
const phone = '(max-width: 599.98px)';
const tabletUp = '(min-width: 600px)';
const desktopUp = '(min-width: 1024px)';
/** A list beside the page that it leads to; beside an order, whose lines are wider. */
const paneUp = '(min-width: 1360px)';
const orderPaneUp = '(min-width: 1440px)';
const popoverUp = '(min-width: 481px)';

/** Bare queries, for `useMedia`. */
export const query = { tabletUp, desktopUp, paneUp, orderPaneUp, popoverUp, hover: '(hover: hover)' } as const;

/** At-rules, for styles. */
export const media = {
  phone: `@media ${phone}`,
  tabletUp: `@media ${tabletUp}`,
  desktopUp: `@media ${desktopUp}`,
  popoverUp: `@media ${popoverUp}`,
  hover: '@media (hover: hover)',
  print: '@media print',
  /** A screen on which sticky bars would leave little room: 400 % zoom, a phone on its side. */
  short: '@media (max-height: 420px)',
} as const;

export const container = { form: '560px', list: '1200px' } as const;
