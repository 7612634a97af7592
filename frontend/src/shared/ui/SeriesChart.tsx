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
  readonly kind?: 'area' | 'bar';
  /** The read-out and the table: «۱۲٬۰۰۰ تومان». */
  readonly formatValue: (value: number) => string;
  /** What a point's date stands for, when not for a day: «هفته ۲۴ آبان». In the read-out, the table and the axis. */
  readonly formatDate?: ((date: JalaliDate) => string) | undefined;
  /** Px of the drawing, without the title line. */
  readonly height?: number;
}

/** Title line and gap above the drawing. */
export const CHART_HEAD = 44;
export const CHART_HEIGHT = 220;

const Chart = lazyBlock(async () => (await import('./SeriesChartView')).SeriesChartView);

/** A series in time, right to left. The drawing is a chunk of its own; its place is kept. */
export function SeriesChart(props: SeriesChartProps): ReactElement {
  const height = (props.height ?? CHART_HEIGHT) + CHART_HEAD;
  return <Chart {...props} waiting={<Skeleton height={height} round="button" />} />;
}
