import type { ReactElement } from 'react';
import { useText } from '../../../../shared/i18n/useText';
import { Card } from '../../../../shared/ui/Card';
import { Inline, Stack } from '../../../../shared/ui/Layout';
import { Skeleton } from '../../../../shared/ui/Skeleton';
import { VisuallyHidden } from '../../../../shared/ui/VisuallyHidden';

/** The order to come. */
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
      {['first', 'second'].map((card) => (
        <Card key={card} aria-hidden>
          <Stack gap={4}>
            <Skeleton width="45%" height="18px" />
            <Skeleton />
            <Skeleton width="70%" />
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
