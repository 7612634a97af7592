/** The arithmetic of charts: pure, in px. */

/** A round number at or above `max`, for the top of the axis. */
export function niceCeiling(max: number): number {
  if (max <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= max) ?? 10;
  return step * power;
}

export interface Plot {
  /** Where the oldest and the newest point lie; the oldest is at the right in a right-to-left chart. */
  readonly oldest: number;
  readonly newest: number;
  readonly top: number;
  readonly bottom: number;
}

/** The x of a point. A single point stands in the middle. */
export const xAt = (plot: Plot, index: number, length: number): number =>
  length < 2 ? (plot.oldest + plot.newest) / 2 : plot.oldest + ((plot.newest - plot.oldest) * index) / (length - 1);

export const yAt = (plot: Plot, value: number, ceiling: number): number =>
  plot.bottom - ((plot.bottom - plot.top) * Math.max(0, value)) / ceiling;

/** The point nearest to an x. */
export function indexAt(plot: Plot, x: number, length: number): number {
  if (length < 2) return 0;
  const share = (x - plot.oldest) / (plot.newest - plot.oldest);
  return Math.max(0, Math.min(length - 1, Math.round(share * (length - 1))));
}

/**
 * The points that carry a date, evenly spread from the oldest on: each date has `breadth` px and a gap to the next. The
 * newest one may have to be moved into the drawing (`tickX`), but not far, and not into its neighbour.
 */
export function tickIndexes(plot: Plot, length: number, breadth: number, gap: number, width: number): number[] {
  if (length < 2) return length === 1 ? [0] : [];
  const distance = Math.abs(plot.newest - plot.oldest) / (length - 1);
  const step = Math.max(1, Math.ceil((breadth + gap) / distance));
  const ticks = Array.from({ length: Math.ceil(length / step) }, (_, tick) => tick * step);
  const slack = Math.min(breadth / 4, step * distance - breadth - gap / 2);
  return ticks.filter((index) => {
    const x = xAt(plot, index, length);
    return index === 0 || Math.min(x, width - x) >= breadth / 2 - slack;
  });
}

/** The middle of a point's date: whole inside of the drawing. */
export const tickX = (plot: Plot, index: number, length: number, breadth: number, width: number): number =>
  Math.min(width - breadth / 2, Math.max(breadth / 2, xAt(plot, index, length)));
