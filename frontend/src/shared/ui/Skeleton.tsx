import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { CSSProperties, ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { media } from '../theme/media';
import { colors, motion, radius, space } from '../theme/tokens';
import { Card } from './Card';
import { VisuallyHidden } from './VisuallyHidden';

interface SkeletonProps {
  readonly width?: CSSProperties['inlineSize'];
  readonly height?: CSSProperties['blockSize'];
  readonly round?: keyof typeof radius;
}

/** A grey bar in the place of a text or picture to come. Show it through `useSteadyLoading`. */
export function Skeleton({ width = '100%', height = '14px', round = 'chip' }: SkeletonProps): ReactElement {
  return (
    <Bar aria-hidden data-skeleton style={{ inlineSize: width, blockSize: height, borderRadius: radius[round] }} />
  );
}

/** Says that something is loading: for the `role="status"` around a skeleton. */
export function LoadingText(): ReactElement {
  const t = useText('ui');
  return <VisuallyHidden>{t('loading')}</VisuallyHidden>;
}

interface SkeletonCardsProps {
  readonly count?: number;
  /** Lines of each card. */
  readonly lines?: number;
  /** As the cards will stand: see VirtualList. */
  readonly layout?: 'list' | 'grid';
}

/** Cards to come, announced once. */
export function SkeletonCards({ count = 3, lines = 3, layout = 'list' }: SkeletonCardsProps): ReactElement {
  return (
    <List role="status" data-layout={layout}>
      <LoadingText />
      {Array.from({ length: count }, (_, card) => (
        <Card key={card} aria-hidden>
          <Lines>
            {Array.from({ length: lines }, (__, line) => (
              <Skeleton
                key={line}
                width={widths[line % widths.length] ?? '100%'}
                height={line === 0 ? '18px' : '12px'}
              />
            ))}
          </Lines>
        </Card>
      ))}
    </List>
  );
}

const widths = ['58%', '86%', '70%', '40%'];

const breathe = keyframes({ '50%': { opacity: 0.45 } });

const Bar = styled.span({
  display: 'block',
  maxInlineSize: '100%',
  backgroundColor: colors.sunken,
  [motion.allowed]: { animation: `${breathe} 1.6s ease-in-out infinite` },
});

const List = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space(4),
  [media.tabletUp]: { '&[data-layout="grid"]': { gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))' } },
});
const Lines = styled.div({ display: 'flex', flexDirection: 'column', gap: space(4), paddingBlock: space(1) });
