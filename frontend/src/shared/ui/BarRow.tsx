import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { centred, colors, motion, radius, space, type } from '../theme/tokens';

interface BarFigure {
  readonly label: string;
  readonly value: ReactNode;
}

interface BarRowProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** The length of the bar is `value / max`. */
  readonly value: number;
  readonly max: number;
  /** At the end of the title's line, large: the figure that the bar draws. */
  readonly figure?: ReactNode;
  /** Smaller figures under the bar. */
  readonly figures?: readonly BarFigure[];
  /** Place in the order, before the title. */
  readonly rank?: string;
}

/** A row of a report: title, figures, and a bar that compares it with the largest. */
export function BarRow({ title, subtitle, value, max, figure, figures = [], rank }: BarRowProps): ReactElement {
  const share = max > 0 ? Math.max(0, Math.min(100, (value / max) * 100)) : 0;
  return (
    <Row>
      <Head>
        {rank !== undefined && <Rank aria-hidden>{rank}</Rank>}
        <Title>
          {title}
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </Title>
        {figure !== undefined && <Figure>{figure}</Figure>}
      </Head>
      <Track aria-hidden>
        <Bar style={{ inlineSize: `${share}%` }} />
      </Track>
      {figures.length > 0 && (
        <Figures>
          {figures.map((item) => (
            <div key={item.label}>
              <dt>{item.label}</dt>
              <dd>{item.value}</dd>
            </div>
          ))}
        </Figures>
      )}
    </Row>
  );
}

const Row = styled.div({ display: 'flex', flexDirection: 'column', gap: space(2), minInlineSize: 0 });

const Head = styled.div({ display: 'flex', alignItems: 'baseline', gap: space(3) });

const Rank = styled.span({
  ...type.caption,
  ...centred,
  alignSelf: 'center',
  flex: 'none',
  inlineSize: '26px',
  blockSize: '26px',
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
  color: colors.muted,
});

const Title = styled.div({ ...type.label, fontWeight: 600, flex: 1, minInlineSize: 0 });
const Subtitle = styled.div({ ...type.caption, color: colors.muted });
const Figure = styled.div({ ...type.label, fontWeight: 700, whiteSpace: 'nowrap' });

const Track = styled.div({
  blockSize: '8px',
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
  overflow: 'hidden',
});

const Bar = styled.div({
  blockSize: '100%',
  minInlineSize: '2px',
  borderRadius: radius.full,
  backgroundColor: colors.brand,
  printColorAdjust: 'exact',
  [motion.allowed]: { transition: `inline-size ${motion.fade}` },
});

const Figures = styled.dl({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(5),
  '& > div': { display: 'flex', gap: space(2) },
  '& dt': { ...type.caption, color: colors.muted },
  '& dd': { ...type.caption, fontWeight: 600 },
});
