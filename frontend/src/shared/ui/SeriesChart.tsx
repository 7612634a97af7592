import type { ReactElement } from 'react';
import type { JalaliDate } from '../lib/jalali';
import { lazyBlock } from './lazyBlock';
import { Skeleton } from './Skeleton';

export interface SeriesPoint {
  readonly date: JalaliDate;
  readonly value: number;
}

export interface SeriesChartProps {
  readonly title: string;
  /** Oldest first. */
  readonly points: readonly SeriesPoint[];
  /** The read-out and the table: «۱۲٬۰۰۰ تومان». */
  readonly formatValue: (value: number) => string;
  /** What a point's date stands for, when not for a day: «هفته ۲۴ آبان». In the read-out, the table and the axis. */
  readonly formatDate?: ((date: JalaliDate) => string) | undefined;
}

/** Px of the title line and the gap above the drawing, and of the drawing. */
export const CHART_HEAD = 44;
export const CHART_HEIGHT = 220;

const Chart = lazyBlock(async () => (await import('./SeriesChartView')).SeriesChartView);

/** A series in time, right to left. The drawing is a chunk of its own; a skeleton reserves its place. */
export function SeriesChart(props: SeriesChartProps): ReactElement {
  return <Chart {...props} waiting={<Skeleton height={CHART_HEIGHT + CHART_HEAD} round="button" />} />;
}
