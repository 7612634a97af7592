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
  /** Of the whole drawing. */
  readonly width: number;
  /** The number of points. */
  readonly count: number;
  /** The value at the top. */
  readonly ceiling: number;
}

/** The x of a point. A single point stands in the middle. */
export const xAt = ({ oldest, newest, count }: Plot, index: number): number =>
  count < 2 ? (oldest + newest) / 2 : oldest + ((newest - oldest) * index) / (count - 1);

export const yAt = (plot: Plot, value: number): number =>
  plot.bottom - ((plot.bottom - plot.top) * Math.max(0, value)) / plot.ceiling;

/** The point nearest to an x. */
export function indexAt({ oldest, newest, count }: Plot, x: number): number {
  if (count < 2) return 0;
  const share = (x - oldest) / (newest - oldest);
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}

/**
 * The points that carry a date, evenly spread from the oldest on: each date has `breadth` px and a gap to the next. The
 * newest one may have to be moved into the drawing (`tickX`), but not far, and not into its neighbour.
 */
export function tickIndexes(plot: Plot, breadth: number, gap: number): number[] {
  const { oldest, newest, width, count } = plot;
  if (count < 2) return count === 1 ? [0] : [];
  const distance = Math.abs(newest - oldest) / (count - 1);
  const step = Math.max(1, Math.ceil((breadth + gap) / distance));
  const ticks = Array.from({ length: Math.ceil(count / step) }, (_, tick) => tick * step);
  const slack = Math.min(breadth / 4, step * distance - breadth - gap / 2);
  return ticks.filter((index) => {
    const x = xAt(plot, index);
    return index === 0 || Math.min(x, width - x) >= breadth / 2 - slack;
  });
}

/** The middle of a point's date: whole inside of the drawing. */
export const tickX = (plot: Plot, index: number, breadth: number): number =>
  Math.min(plot.width - breadth / 2, Math.max(breadth / 2, xAt(plot, index)));
