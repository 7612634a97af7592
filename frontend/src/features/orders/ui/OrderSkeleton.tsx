import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Inline, PageBody, Stack } from '../../../shared/ui/Layout';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

/** The order to come, on its page. */
export function OrderSkeleton(): ReactElement {
  const t = useText('ui');
  return (
    <Body role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Stack gap={4}>
        <Product />
        <Product />
      </Stack>
      <Card aria-hidden>
        <Stack gap={5}>
          {['40%', '100%', '100%', '100%', '70%'].map((width, row) => (
            <Skeleton key={row} width={width} />
          ))}
        </Stack>
      </Card>
    </Body>
  );
}

/** The order to come, in its dialog. */
export function DialogSkeleton(): ReactElement {
  const t = useText('ui');
  return (
    <Stack gap={4} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Inline justify="space-between" gap={3}>
        <Skeleton width="40%" height="24px" />
        <Skeleton width="72px" />
      </Inline>
      <Skeleton width="65%" />
      <Skeleton width="50%" />
      <Product />
      <Product />
    </Stack>
  );
}

function Product(): ReactElement {
  return (
    <Card aria-hidden>
      <Stack gap={4}>
        <Inline gap={3}>
          <Thumb>
            <Skeleton height="56px" round="button" />
          </Thumb>
          <Skeleton width="45%" height="18px" />
        </Inline>
        <Skeleton width="60%" />
        <Inline justify="space-between">
          <Skeleton width="35%" height="18px" />
          <Skeleton width="120px" height="44px" round="button" />
        </Inline>
      </Stack>
    </Card>
  );
}

const Body = styled(PageBody)({
  display: 'grid',
  gap: space(4),
  [media.desktopUp]: { gridTemplateColumns: 'minmax(0, 1fr) 360px', alignItems: 'start', gap: space(6) },
});

const Thumb = styled.div({ flex: 'none', inlineSize: '56px' });
