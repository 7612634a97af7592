import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Inline, PageBody, Stack } from '../../../shared/ui/Layout';
import { LoadingText, Skeleton } from '../../../shared/ui/Skeleton';

/** The order's page while it loads. */
export function OrderSkeleton(): ReactElement {
  return (
    <OrderColumns role="status">
      <LoadingText />
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
    </OrderColumns>
  );
}

/** The order's dialog while it loads. */
export function DialogSkeleton(): ReactElement {
  return (
    <Stack gap={4} role="status">
      <LoadingText />
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

/** The order's page: its products, and on desktops beside them its notes and totals. */
export const OrderColumns = styled(PageBody)({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  paddingBlockEnd: space(6),
  [media.desktopUp]: {
    flex: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 360px',
    alignItems: 'start',
    gap: space(6),
  },
});

const Thumb = styled.div({ flex: 'none', inlineSize: '56px' });
