import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import type { JalaliDate } from '../lib/jalali';
import { isPersian } from '../lib/locale';
import { formatCompact } from '../lib/units';
import { colors, rem } from '../theme/tokens';
import { type Plot, tickIndexes, tickX, xAt, yAt } from './chartScale';
import type { SeriesPoint } from './SeriesChart';

/** Room for the values, where a line of text begins. */
export const AXIS_WIDTH = 64;
const LEVELS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Px of a letter under the chart, and of the gap to the next date. */
const LETTER = 5.6;
const TICK_GAP = 16;

export function Levels({ plot }: { readonly plot: Plot }): ReactElement {
  const { width, ceiling } = plot;
  const [edge, from, to] = isPersian() ? [width, 0, width - AXIS_WIDTH] : [0, AXIS_WIDTH, width];
  return (
    <g>
      {LEVELS.map((level) => {
        const y = yAt(plot, level * ceiling);
        return (
          <g key={level}>
            <Rule x1={from} x2={to} y1={y} y2={y} data-base={level === 0 || undefined} />
            {/* In right-to-left text `start` is the right edge. */}
            <Label x={edge} y={y + 4} textAnchor="start">
              {formatCompact(level * ceiling)}
            </Label>
          </g>
        );
      })}
    </g>
  );
}

interface AreaProps {
  readonly points: readonly SeriesPoint[];
  readonly plot: Plot;
}

export function Area({ points, plot }: AreaProps): ReactElement {
  const id = useId();
  const path = points
    .map(
      (point, index) => `${index === 0 ? 'M' : 'L'}${xAt(plot, index).toFixed(1)} ${yAt(plot, point.value).toFixed(1)}`,
    )
    .join('');
  const end = xAt(plot, points.length - 1).toFixed(1);
  const start = xAt(plot, 0).toFixed(1);
  return (
    <g>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={colors.brand} stopOpacity=".24" />
          <stop offset="1" stopColor={colors.brand} stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={`${path}L${end} ${plot.bottom}L${start} ${plot.bottom}Z`} fill={`url(#${id})`} />
      <path
        d={path}
        fill="none"
        stroke={colors.brand}
        strokeWidth={2.25}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </g>
  );
}

interface DatesProps extends AreaProps {
  readonly baseline: number;
  readonly formatDate: (date: JalaliDate) => string;
}

export function Dates({ points, plot, baseline, formatDate }: DatesProps): ReactElement {
  const words = points.map(({ date }) => formatDate(date));
  const breadth = Math.max(0, ...words.map((word) => word.length)) * LETTER;
  return (
    <g>
      {tickIndexes(plot, breadth, TICK_GAP).map((index) => (
        <Label key={index} x={tickX(plot, index, breadth)} y={baseline} textAnchor="middle">
          {words[index]}
        </Label>
      ))}
    </g>
  );
}

interface MarkerProps {
  readonly plot: Plot;
  readonly point: SeriesPoint;
  readonly index: number;
  readonly line: boolean;
}

export function Marker({ plot, point, index, line }: MarkerProps): ReactElement {
  const x = xAt(plot, index);
  const y = yAt(plot, point.value);
  return (
    <g>
      {line && <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} stroke={colors.lineStrong} strokeDasharray="3 4" />}
      <circle cx={x} cy={y} r={5.5} fill={colors.brand} stroke={colors.surface} strokeWidth={2.5} />
    </g>
  );
}

const Rule = styled.line({ stroke: colors.line, strokeWidth: 1, '&[data-base]': { stroke: colors.lineStrong } });

const Label = styled.text({ fontSize: rem(11.5), fontWeight: 500, fill: colors.muted });
