import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { LoadingText, Skeleton } from '../../../shared/ui/Skeleton';

/** Products of the list to come: picture, name, thumbnails, figures. */
export function ProductSkeletons(): ReactElement {
  return (
    <Grid role="status">
      <LoadingText />
      {Array.from({ length: 6 }, (_, card) => (
        <Card key={card} aria-hidden>
          <Stack gap={4}>
            <Picture>
              <Skeleton height="100%" round="button" />
            </Picture>
            <Skeleton width="64%" height="18px" />
            <Inline gap={2}>
              {Array.from({ length: 3 }, (__, thumb) => (
                <Skeleton key={thumb} width="64px" height="64px" round="button" />
              ))}
            </Inline>
            <Cells>
              {Array.from({ length: 6 }, (__, figure) => (
                <Skeleton key={figure} width={figure % 2 === 0 ? '72%' : '56%'} />
              ))}
            </Cells>
          </Stack>
        </Card>
      ))}
    </Grid>
  );
}

/** The card of a product's own page to come. */
export function DetailsSkeleton(): ReactElement {
  return (
    <Card padding="none" role="status">
      <LoadingText />
      <Columns>
        <Picture>
          <Skeleton height="100%" round="button" />
        </Picture>
        <Stack gap={4}>
          <Skeleton width="60%" height="22px" />
          <Skeleton width="30%" />
          <Cells>
            {Array.from({ length: 10 }, (_, cell) => (
              <Stack key={cell} gap={2}>
                <Skeleton width="40%" height="10px" />
                <Skeleton width="70%" />
              </Stack>
            ))}
          </Cells>
        </Stack>
      </Columns>
    </Card>
  );
}

const Grid = styled.div({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  gap: space(4),
});

const Picture = styled.div({ aspectRatio: '4 / 3' });

const Columns = styled.div({
  display: 'grid',
  gap: space(4),
  padding: space(4),
  [media.desktopUp]: { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)', gap: space(8), padding: space(6) },
});

const Cells = styled.div({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space(4) });
