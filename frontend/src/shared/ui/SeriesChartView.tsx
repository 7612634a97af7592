import styled from '@emotion/styled';
import { type PointerEvent, type ReactElement, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useElementWidth } from '../hooks/useElementWidth';
import { formatCompact } from '../lib/format';
import { dayMonth, mediumDate } from '../lib/jalali';
import { colors, space, type } from '../theme/tokens';
import { barPath, indexAt, niceCeiling, type Plot, tickIndexes, xAt, yAt } from './chartScale';
import { CHART_HEAD, CHART_HEIGHT, type SeriesChartProps, type SeriesPoint } from './SeriesChart';
import { VisuallyHidden } from './VisuallyHidden';

const AXIS_WIDTH = 64;
const DATES_HEIGHT = 30;
const LEVELS = [0, 0.25, 0.5, 0.75, 1] as const;
const INITIAL_WIDTH = 640;
/** Px that a date under the chart needs. */
const TICK_ROOM = 62;

/** The drawing, its read-out and, for screen readers, its table. */
export function SeriesChartView({
  title,
  points,
  kind = 'area',
  formatValue,
  height = CHART_HEIGHT,
}: SeriesChartProps): ReactElement {
  const { t } = useTranslation('ui');
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, INITIAL_WIDTH);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = points.length - 1;
  const active = pointed === null ? last : Math.min(pointed, last);
  const shown = points[active];
  const inset = kind === 'bar' ? Math.max(8, (width - AXIS_WIDTH) / Math.max(1, points.length) / 2) : 8;
  const plot: Plot = { oldest: width - AXIS_WIDTH - inset, newest: inset, top: 8, bottom: height - DATES_HEIGHT };
  const ceiling = niceCeiling(Math.max(0, ...points.map((point) => point.value)));

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(indexAt(plot, event.clientX - box.x, points.length));
  };

  return (
    <Figure>
      <Head>
        <Title>{title}</Title>
        {shown && (
          <ReadOut>
            <span>{mediumDate(shown.date)}</span>
            <b>{formatValue(shown.value)}</b>
          </ReadOut>
        )}
      </Head>
      <div ref={frame}>
        {points.length === 0 ? (
          <Empty style={{ blockSize: height }}>{t('chartEmpty')}</Empty>
        ) : (
          <Drawing
            aria-hidden
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => {
              setPointed(null);
            }}
          >
            <Levels plot={plot} ceiling={ceiling} width={width} />
            {kind === 'area' ? (
              <Area points={points} plot={plot} ceiling={ceiling} />
            ) : (
              <Bars points={points} plot={plot} ceiling={ceiling} active={pointed} />
            )}
            <Dates points={points} plot={plot} baseline={height - 8} />
            {shown && kind === 'area' && (
              <Marker
                point={shown}
                x={xAt(plot, active, points.length)}
                plot={plot}
                ceiling={ceiling}
                line={pointed !== null}
              />
            )}
          </Drawing>
        )}
      </div>
      <VisuallyHidden as="div">
        <table>
          <caption>{t('chartTable', { title })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chartDate')}</th>
              <th scope="col">{t('chartValue')}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((entry) => (
              <tr key={entry.date}>
                <th scope="row">{mediumDate(entry.date)}</th>
                <td>{formatValue(entry.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Figure>
  );
}

interface LayerProps {
  readonly points: readonly SeriesPoint[];
  readonly plot: Plot;
  readonly ceiling: number;
}

function Levels({ plot, ceiling, width }: { plot: Plot; ceiling: number; width: number }): ReactElement {
  return (
    <g>
      {LEVELS.map((level) => {
        const y = yAt(plot, level * ceiling, ceiling);
        return (
          <g key={level}>
            <Rule x1={0} x2={width - AXIS_WIDTH} y1={y} y2={y} data-base={level === 0 || undefined} />
            {/* In right-to-left text `start` is the right edge. */}
            <Label x={width} y={y + 4} textAnchor="start">
              {formatCompact(level * ceiling)}
            </Label>
          </g>
        );
      })}
    </g>
  );
}

function Area({ points, plot, ceiling }: LayerProps): ReactElement {
  const id = useId();
  const path = points
    .map(
      (point, index) =>
        `${index === 0 ? 'M' : 'L'}${xAt(plot, index, points.length).toFixed(1)} ${yAt(plot, point.value, ceiling).toFixed(1)}`,
    )
    .join('');
  const end = xAt(plot, points.length - 1, points.length).toFixed(1);
  const start = xAt(plot, 0, points.length).toFixed(1);
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

function Bars({ points, plot, ceiling, active }: LayerProps & { active: number | null }): ReactElement {
  const slot = Math.abs(plot.newest - plot.oldest) / Math.max(1, points.length - 1);
  const breadth = Math.min(44, Math.max(2, slot * 0.62));
  return (
    <g>
      {points.map((point, index) => {
        const y = point.value > 0 ? Math.min(plot.bottom - 2, yAt(plot, point.value, ceiling)) : plot.bottom;
        return (
          <path
            key={point.date}
            d={barPath(xAt(plot, index, points.length), y, breadth, plot.bottom)}
            fill={colors.brand}
            opacity={active === null || active === index ? 1 : 0.4}
          />
        );
      })}
    </g>
  );
}

function Dates({
  points,
  plot,
  baseline,
}: {
  points: readonly SeriesPoint[];
  plot: Plot;
  baseline: number;
}): ReactElement {
  const room = Math.max(2, Math.floor(Math.abs(plot.oldest - plot.newest) / TICK_ROOM));
  return (
    <g>
      {tickIndexes(points.length, room).map((index) => {
        const point = points[index];
        if (!point) return null;
        const x = Math.max(30, xAt(plot, index, points.length));
        return (
          <Label key={point.date} x={x} y={baseline} textAnchor="middle">
            {dayMonth(point.date)}
          </Label>
        );
      })}
    </g>
  );
}

interface MarkerProps {
  readonly point: SeriesPoint;
  readonly x: number;
  readonly plot: Plot;
  readonly ceiling: number;
  readonly line: boolean;
}

function Marker({ point, x, plot, ceiling, line }: MarkerProps): ReactElement {
  const y = yAt(plot, point.value, ceiling);
  return (
    <g>
      {line && <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} stroke={colors.lineStrong} strokeDasharray="3 4" />}
      <circle cx={x} cy={y} r={5.5} fill={colors.brand} stroke={colors.surface} strokeWidth={2.5} />
    </g>
  );
}

const Figure = styled.figure({ inlineSize: '100%', minInlineSize: 0, printColorAdjust: 'exact' });

const Head = styled.figcaption({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space(3),
  minBlockSize: `${CHART_HEAD}px`,
});

const Title = styled.span({ ...type.label, fontWeight: 600 });

const ReadOut = styled.span({
  ...type.caption,
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: space(2),
  color: colors.muted,
  fontVariantNumeric: 'tabular-nums',
  '& > b': { color: colors.brand, fontWeight: 700, whiteSpace: 'nowrap' },
});

const Drawing = styled.svg({ display: 'block', maxInlineSize: 'none', touchAction: 'pan-y', overflow: 'visible' });

const Rule = styled.line({ stroke: colors.line, strokeWidth: 1, '&[data-base]': { stroke: colors.lineStrong } });

const Label = styled.text({
  fontSize: '11.5px',
  fontWeight: 500,
  fill: colors.muted,
  fontVariantNumeric: 'tabular-nums',
});

const Empty = styled.p({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  color: colors.muted,
});
