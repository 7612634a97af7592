import { History } from 'lucide-react';
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
type Part = (typeof PARTS)[number];

/** What happened to an order, and what was registered of it. */
export function HistorySheet({ orderId, onClose }: UrlDialogProps): ReactElement {
  const t = useText('orderHistory');
  const { data, error, isFetching, refetch } = useOrderHistoryQuery(orderId, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(isFetching && !data);
  return (
    <Sheet isOpen tall title={t('title')} width={720} onClose={onClose}>
      <ProgressLine active={isFetching && data !== undefined} />
      {data && !error && <OpenHistory history={data} />}
      {error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
      {!data && !error && loading && <SkeletonCards count={3} lines={3} />}
    </Sheet>
  );
}

function OpenHistory({ history }: { readonly history: OrderHistory }): ReactElement {
  const t = useText('orderHistory');
  const [part, setPart] = useState<Part>('events');
  const { events, revisions, truncated } = history;
  const empty = part === 'events' ? events.length === 0 : revisions.length === 0;
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
      {empty && <EmptyState text={t(`empty.${part}`)} icon={<History />} />}
      {part === 'events' && !empty && <EventList events={events} />}
      {part === 'revisions' && !empty && <RevisionList revisions={revisions} />}
    </Stack>
  );
}
