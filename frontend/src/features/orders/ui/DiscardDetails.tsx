import type { ReactElement } from 'react';
import { differencesOf, useSavedLinesQuery } from '../../../entities/order/saved';
import type { Order } from '../../../entities/order/types';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { Skeleton } from '../../../shared/ui/Skeleton';

interface DiscardDetailsProps {
  readonly orderId: string;
  /** As the user sees it. */
  readonly order: Order;
}

/** The changes that are lost when the user returns to the registered order. */
export function DiscardDetails({ orderId, order }: DiscardDetailsProps): ReactElement {
  const t = useText('order');
  const { revision } = order;
  const {
    data: saved,
    error,
    isFetching,
  } = useSavedLinesQuery({ orderId, revision }, { refetchOnMountOrArgChange: true });
  if (isFetching) {
    return (
      <Stack gap={2} role="status" aria-label={t('ask.discard.reading')}>
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </Stack>
    );
  }
  if (error || !saved) {
    return (
      <Notice tone="warning">
        <p>{t('ask.discard.unknown')}</p>
        {error && errorLines(error, 'list').map((line) => <p key={line}>{line}</p>)}
      </Notice>
    );
  }
  const differences = differencesOf(order, saved);
  if (differences.length === 0) return <p>{t('ask.discard.nothing')}</p>;
  return (
    <>
      <p>{t('ask.discard.lost')}</p>
      <ul>
        {differences.map(({ typeId, name, now, saved: then }) => (
          <li key={typeId}>{t(wording(now, then), { name, now: formatNumber(now), then: formatNumber(then) })}</li>
        ))}
      </ul>
    </>
  );
}

const wording = (now: number, saved: number) => {
  if (saved === 0) return 'ask.discard.goes';
  return now === 0 ? 'ask.discard.returns' : 'ask.discard.changes';
};
