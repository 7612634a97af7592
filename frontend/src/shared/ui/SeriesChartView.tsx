import styled from '@emotion/styled';
import { type ReactElement, type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import { useElementWidth } from '../hooks/useElementWidth';
import { useText } from '../i18n/useText';
import { dayMonth, mediumDate } from '../lib/jalali';
import { isPersian } from '../lib/locale';
import { colors, space, type } from '../theme/tokens';
import { indexAt, niceCeiling, type Plot } from './chartScale';
import { CHART_HEAD, CHART_HEIGHT, type SeriesChartProps } from './SeriesChart';
import { Area, AXIS_WIDTH, Dates, Levels, Marker } from './SeriesChartLayers';
import { VisuallyHidden } from './VisuallyHidden';

const DATES_HEIGHT = 30;
const INITIAL_WIDTH = 640;
/** Px between the ends of the line and those of the drawing. */
const INSET = 8;

/** The drawing, its read-out and, for screen readers, its table. */
export function SeriesChartView({ title, points, formatValue, formatDate }: SeriesChartProps): ReactElement {
  const t = useText('ui');
  const dateOf = formatDate ?? mediumDate;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, INITIAL_WIDTH);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = points.length - 1;
  const active = pointed === null ? last : Math.min(pointed, last);
  const current = points[active];
  // Time runs in the reading direction and begins beside the values.
  const ends = isPersian() ? [width - AXIS_WIDTH - INSET, INSET] : [AXIS_WIDTH + INSET, width - INSET];
  const [oldest = 0, newest = 0] = ends;
  const plot: Plot = {
    oldest,
    newest,
    top: 8,
    bottom: CHART_HEIGHT - DATES_HEIGHT,
    width,
    count: points.length,
    ceiling: niceCeiling(Math.max(0, ...points.map(({ value }) => value))),
  };

  const point = (event: ReactPointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(indexAt(plot, event.clientX - box.x));
  };

  return (
    <Figure>
      <Head>
        <Title>{title}</Title>
        {current && (
          <ReadOut>
            <span>{dateOf(current.date)}</span>
            <b>{formatValue(current.value)}</b>
          </ReadOut>
        )}
      </Head>
      <div ref={frame}>
        {points.length === 0 ? (
          <Empty style={{ blockSize: CHART_HEIGHT }}>{t('chartEmpty')}</Empty>
        ) : (
          <Drawing
            aria-hidden
            width={width}
            height={CHART_HEIGHT}
            viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setPointed(null)}
          >
            <Levels plot={plot} />
            <Area points={points} plot={plot} />
            <Dates points={points} plot={plot} baseline={CHART_HEIGHT - 8} formatDate={formatDate ?? dayMonth} />
            {current && <Marker plot={plot} point={current} index={active} line={pointed !== null} />}
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
                <th scope="row">{dateOf(entry.date)}</th>
                <td>{formatValue(entry.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Figure>
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
  '& > b': { color: colors.brand, fontWeight: 700, whiteSpace: 'nowrap' },
});

const Drawing = styled.svg({ display: 'block', maxInlineSize: 'none', touchAction: 'pan-y', overflow: 'visible' });

const Empty = styled.p({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  color: colors.muted,
});
