import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { space } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

const COUNT = 6;

/** Products to come: picture, name, thumbnails, figures. */
export function ProductSkeletons(): ReactElement {
  const t = useText('ui');
  return (
    <Grid role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: COUNT }, (_, card) => (
        <Card key={card} aria-hidden>
          <Lines>
            <Picture>
              <Skeleton height="100%" round="button" />
            </Picture>
            <Skeleton width="64%" height="18px" />
            <Thumbs>
              {[0, 1, 2].map((thumb) => (
                <Skeleton key={thumb} width="64px" height="64px" round="button" />
              ))}
            </Thumbs>
            <Figures>
              {[0, 1, 2, 3, 4, 5].map((figure) => (
                <Skeleton key={figure} width={figure % 2 === 0 ? '72%' : '56%'} />
              ))}
            </Figures>
          </Lines>
        </Card>
      ))}
    </Grid>
  );
}

const Grid = styled.div({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  gap: space(4),
});
const Lines = styled.div({ display: 'flex', flexDirection: 'column', gap: space(4) });
const Picture = styled.div({ aspectRatio: '4 / 3' });
const Thumbs = styled.div({ display: 'flex', gap: space(2) });
const Figures = styled.div({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: space(4) });
