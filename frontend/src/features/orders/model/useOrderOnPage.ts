import { useMemo } from 'react';
import { hasChanges } from '../../../entities/order/edit/changes';
import { isLost } from '../../../entities/write/edit';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { useLeaveQuestion } from '../../../shared/navigation/useLeaveQuestion';
import { useOrderQuery } from '../api/endpoints';
import { isNoteDirty, isUnsent } from './draft';
import { useOrderDraft } from './useOrderDraft';

/** An order and the user's changes of it, on its page and on those below it, which share them. */
export function useOrderOnPage(customerId: string, orderId: string) {
  const t = useText('order');
  const { data, error, isFetching, refetch } = useOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  useErrorToast(error, 'list');
  // After a failed read the old copy is not displayed.
  const order = error ? undefined : data;
  const { draft, actions } = useOrderDraft(orderId, isFetching ? undefined : order);
  const online = useOnline();
  // What was just changed is sent when the page is left. The user is asked only when it cannot be sent.
  const stuck = isLost(draft) || draft.conflict !== null || (!online && hasChanges(draft));
  const leave = useMemo(() => t('leave', { returnObjects: true }), [t]);
  useLeaveQuestion({
    ...leave,
    asks: stuck || isNoteDirty(draft),
    onUnload: isUnsent(draft),
    place: paths.order.href(customerId, orderId),
  });
  return {
    order,
    error,
    isFetching,
    refetch,
    /** Nothing is there yet, and it takes a while. */
    loading: useSteadyLoading(isFetching && !order) && !error,
    progress: (isFetching && order !== undefined) || draft.sending,
    draft,
    actions,
  };
}
