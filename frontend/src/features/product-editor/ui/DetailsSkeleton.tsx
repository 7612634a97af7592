import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Stack } from '../../../shared/ui/Layout';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

const CELLS = 10;

/** The card of a product, before it is there. */
export function DetailsSkeleton(): ReactElement {
  const t = useText('ui');
  return (
    <Card padding="none" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Columns>
        <Picture>
          <Skeleton height="100%" round="button" />
        </Picture>
        <Stack gap={4}>
          <Skeleton width="60%" height="22px" />
          <Skeleton width="30%" />
          <Cells>
            {Array.from({ length: CELLS }, (_, at) => (
              <Stack key={at} gap={2}>
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

const Columns = styled.div({
  display: 'grid',
  gap: space(4),
  padding: space(4),
  [media.desktopUp]: {
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
    gap: space(8),
    padding: space(6),
  },
});

const Picture = styled.div({ aspectRatio: '4 / 3' });

const Cells = styled.div({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space(4) });
