import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { media } from '../../../shared/theme/media';
import { colors, space } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Inline, PageBody, Stack } from '../../../shared/ui/Layout';
import { LoadingText, Skeleton } from '../../../shared/ui/Skeleton';

/** The order's page while it loads. */
export function OrderSkeleton(): ReactElement {
  return (
    <OrderColumns role="status">
      <LoadingText />
      <Stack gap={2}>
        <Card padding="sm" aria-hidden>
          <Stack gap={3}>
            <Skeleton width="55%" />
            <Skeleton width="75%" />
          </Stack>
        </Card>
        <LineSkeletons count={5} />
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

/** The lines of an order while it loads. */
export function LineSkeletons({ count }: { readonly count: number }): ReactElement {
  return (
    <Card padding="none" aria-hidden>
      {Array.from({ length: count }, (_, line) => (
        <Line key={line}>
          <Inline gap={3}>
            <Thumb>
              <Skeleton height="44px" round="button" />
            </Thumb>
            <Skeleton width="45%" height="18px" />
          </Inline>
          <Inline justify="space-between">
            <Skeleton width="35%" height="18px" />
            <Skeleton width="130px" height="44px" round="button" />
          </Inline>
        </Line>
      ))}
    </Card>
  );
}

/** The order's page: its products, and on desktops beside them its notes and totals. */
export const OrderColumns = styled(PageBody)({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  paddingBlock: `${space(2)} ${space(6)}`,
  [media.desktopUp]: {
    flex: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 360px',
    alignItems: 'start',
    gap: space(6),
    paddingBlockStart: space(6),
  },
});

const Line = styled.div({
  padding: `${space(2)} ${space(3)}`,
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
});

const Thumb = styled.div({ flex: 'none', inlineSize: '44px' });
