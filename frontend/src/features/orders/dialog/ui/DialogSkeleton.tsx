import type { ReactElement } from 'react';
import { Inline, Stack } from '../../../../shared/ui/Layout';
import { LoadingText, Skeleton } from '../../../../shared/ui/Skeleton';
import { LineSkeletons } from '../../ui/OrderSkeleton';

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
      <LineSkeletons count={4} />
    </Stack>
  );
}
