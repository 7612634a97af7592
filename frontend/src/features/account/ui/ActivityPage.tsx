import { HistoryIcon } from 'lucide-react';
import { type ReactElement, useCallback, useState } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
import { useText } from '../../../shared/i18n/useText';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FileLinks } from '../../../shared/ui/FileLinks';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { Segmented } from '../../../shared/ui/Segmented';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { activityFileHref, useActivityInfiniteQuery } from '../api/endpoints';
import type { Activity } from '../api/map';
import { ACTIVITY_KINDS, type ActivityKind } from '../model/activityKinds';
import { ActivityCard } from './ActivityCard';

interface ActivityPageProps {
  readonly backTo: string;
  readonly kind: ActivityKind;
  readonly onKind: (kind: ActivityKind) => void;
  /** Opens the history of an order. */
  readonly onHistory: (orderId: string) => void;
}

/** Who changed what, when, and from which session, newest first. */
export function ActivityPage({ backTo, kind, onKind, onHistory }: ActivityPageProps): ReactElement {
  const t = useText('account');
  const query = useActivityInfiniteQuery(kind, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useErrorToast(query.error, 'list');
  const list = usePages(query, kind);
  // State of the page and not of the card: a card that was scrolled away comes back as it was.
  const [openCards, setOpenCards] = useState<readonly string[]>([]);
  const { toggle, openHistory } = useSteadyActions({
    toggle: (id: string) => setOpenCards((was) => (was.includes(id) ? was.filter((one) => one !== id) : [...was, id])),
    openHistory: onHistory,
  });
  const card = useCallback(
    (activity: Activity) => (
      <ActivityCard
        activity={activity}
        isOpen={openCards.includes(activity.id)}
        onToggle={toggle}
        onHistory={openHistory}
      />
    ),
    [openCards, toggle, openHistory],
  );
  return (
    <>
      <PageHeader
        title={t('activity.title')}
        backTo={backTo}
        closeTo={backTo}
        progress={list.isFetching && list.items.length > 0 && !list.isFetchingMore}
      >
        <Segmented
          label={t('activity.kinds')}
          options={ACTIVITY_KINDS.map((value) => ({ value, label: t(`activity.kind.${value}`) }))}
          value={kind}
          onSelect={onKind}
        />
      </PageHeader>
      <PageBody>
        <Stack>
          {list.items.length > 0 && (
            <FileLinks
              hrefOf={(format) => activityFileHref(kind, format)}
              labelOf={(format) => t(`activity.download.${format}`)}
            />
          )}
          <div>
            <VirtualList
              label={t('activity.title')}
              column={320}
              estimate={190}
              {...list}
              renderItem={card}
              errorLines={list.error && errorLines(list.error, 'list')}
              empty={
                <EmptyState
                  text={t(kind === 'all' ? 'activity.empty' : 'activity.noneOfKind')}
                  icon={<HistoryIcon />}
                />
              }
            />
          </div>
        </Stack>
      </PageBody>
    </>
  );
}
