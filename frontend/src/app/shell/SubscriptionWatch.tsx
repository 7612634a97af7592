import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useSellerStatusQuery } from '../../entities/seller/endpoints';
import { useSubscriptionQuery } from '../../entities/subscription/endpoints';
import { useDaysLeft } from '../../entities/subscription/useDaysLeft';
import { baseApi } from '../../shared/api/baseApi';
import { useText } from '../../shared/i18n/useText';
import { paths } from '../../shared/navigation/paths';
import { lazyLayer } from '../../shared/ui/lazyLayer';

const ConfirmDialog = lazyLayer(async () => (await import('../../shared/ui/ConfirmDialog')).ConfirmDialog);

/** ms */
const SWITCHED_OFF_WITHIN = 60_000;

/** Another tab may have switched the store, or bought. */
const fresh = { refetchOnFocus: true } as const;

/**
 * Watches the end of the subscription on every page. When it ends, the store counts as closed at once, a dialog says so,
 * and the subscription and the store's state are read again, once.
 */
export function SubscriptionWatch(): ReactElement | null {
  const t = useText('subscription');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { data: status, fulfilledTimeStamp: statusReadAt } = useSellerStatusQuery(undefined, fresh);
  const { data: info } = useSubscriptionQuery(undefined, fresh);
  const days = useDaysLeft(info);
  const [announced, setAnnounced] = useState<number | null>(null);
  const [alerting, setAlerting] = useState(false);
  const endsAt = info?.subscription?.endsAt ?? null;
  const ended = days === 0 && endsAt !== null;

  // Only a store that was open has been closed by this.
  if (ended && status?.isActive === true && announced !== endsAt) {
    setAnnounced(endsAt);
    setAlerting(true);
  }

  const readAfter = useRef<number | null>(null);
  useEffect(() => {
    if (!ended || readAfter.current === endsAt) return;
    const known = info?.subscription?.isActive === false && status?.isActive === false;
    readAfter.current = endsAt;
    if (!known) dispatch(baseApi.util.invalidateTags(['Seller', 'Subscription']));
  }, [ended, endsAt, info, status, dispatch]);

  // The server closes the store within a minute of the end. Until then the cached state is out of date.
  const stillOn = ended && status?.isActive === true;
  useEffect(() => {
    if (!stillOn) return undefined;
    const timer = setTimeout(() => dispatch(baseApi.util.invalidateTags(['Seller'])), SWITCHED_OFF_WITHIN);
    return () => clearTimeout(timer);
  }, [stillOn, statusReadAt, dispatch]);

  // The server may send a reminder for the new number of days.
  const daysBefore = useRef(days);
  useEffect(() => {
    const before = daysBefore.current;
    daysBefore.current = days;
    if (before !== null && days !== null && days > 0 && days < before) {
      dispatch(baseApi.util.invalidateTags(['Subscription']));
    }
  }, [days, dispatch]);

  if (!alerting) return null;
  const dismiss = (): void => setAlerting(false);
  return (
    <ConfirmDialog
      isOpen
      title={t('ended.title')}
      confirmLabel={t('ended.renew')}
      cancelLabel={t('ended.close')}
      onClose={dismiss}
      onConfirm={() => {
        dismiss();
        void navigate({ pathname: paths.home.href(), search: '?menu=subscription' });
      }}
    >
      {t('ended.body')}
    </ConfirmDialog>
  );
}
