import { HistoryIcon } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import type { UrlDialogProps } from '../../../shared/navigation/dialogs';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { Segmented } from '../../../shared/ui/Segmented';
import { Sheet } from '../../../shared/ui/Sheet';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useOrderHistoryQuery } from '../api/endpoints';
import type { OrderHistory } from '../api/map';
import { EventList } from './EventList';
import { RevisionList } from './RevisionList';

const PARTS = ['events', 'revisions'] as const;

/** What happened to an order, and what was registered of it. */
export function HistorySheet({ orderId, onClose }: UrlDialogProps): ReactElement {
  const t = useText('orderHistory');
  const { data, error, isFetching, refetch } = useOrderHistoryQuery(orderId, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(isFetching && !data);
  return (
    <Sheet isOpen tall title={t('title')} width={720} onClose={onClose}>
      <ProgressLine active={isFetching && data !== undefined} />
      {data && !error && <Parts {...data} />}
      {error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
      {!data && !error && loading && <SkeletonCards count={3} lines={3} />}
    </Sheet>
  );
}

function Parts({ events, revisions, truncated }: OrderHistory): ReactElement {
  const t = useText('orderHistory');
  const [part, setPart] = useState<(typeof PARTS)[number]>('events');
  const empty = (part === 'events' ? events : revisions).length === 0;
  return (
    <Stack gap={4}>
      <Segmented
        label={t('parts')}
        variant="track"
        options={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
        value={part}
        onSelect={setPart}
      />
      {truncated && <Notice>{t('truncated')}</Notice>}
      {empty && <EmptyState text={t(`empty.${part}`)} icon={<HistoryIcon />} />}
      {part === 'events' && !empty && <EventList events={events} />}
      {part === 'revisions' && !empty && <RevisionList revisions={revisions} />}
    </Stack>
  );
}
