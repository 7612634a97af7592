import type { ReactElement } from 'react';
import { changedLines, displayedOrder } from '../../../entities/order/edit/changes';
import { linesOf } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { LostNotice } from '../../../entities/order/ui/LostNotice';
import { isLost } from '../../../entities/write/edit';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import type { Draft } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';

interface OrderNoticesProps {
  /** The server's copy. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
  /** Why nothing can be done at the moment. */
  readonly frozen: string | undefined;
}

/** Changes that did not arrive or were refused, displayed until the user has decided. */
export function OrderNotices({ order, draft, actions, frozen }: OrderNoticesProps): ReactElement | null {
  const t = useText('order');
  if (frozen !== undefined) {
    return (
      <Notice tone="warning">
        <p>{frozen}</p>
        {isLost(draft) && <p>{t('offline.waiting')}</p>}
      </Notice>
    );
  }
  if (isLost(draft))
    return <LostNotice texts={t('lost', { returnObjects: true })} onRetry={actions.push} onDrop={actions.drop} />;
  const { refusal } = draft;
  if (!refusal) return null;
  const all = changedLines(refusal.on, refusal.changes);
  const now = new Map(linesOf(displayedOrder(order, draft).products).map(({ typeId, quantity }) => [typeId, quantity]));
  // A line that the user has changed again needs no notice.
  const dropped = all.filter(({ typeId, mine }) => now.get(typeId) !== mine && !(typeId in draft.changes.quantities));
  if (all.length > 0 && dropped.length === 0) return null;
  // A line that is no longer in the order cannot be changed again.
  const again = dropped.filter(({ typeId }) => now.has(typeId));
  const dismiss = (): void => actions.edit.set({ refusal: null });
  const tryAgain = (): void => {
    dismiss();
    for (const { typeId, mine: quantity } of again) actions.setQuantity(typeId, quantity);
  };
  return (
    <Notice tone="danger" lines={refusal.error.lines}>
      {dropped.length > 0 && <p>{t('refused.dropped')}</p>}
      <ul>
        {dropped.map(({ typeId, name, before, mine }) => (
          <li key={typeId}>{t('refused.change', { name, from: formatNumber(before), to: formatNumber(mine) })}</li>
        ))}
      </ul>
      <Button size="sm" variant="secondary" onClick={dismiss}>
        {t('refused.seen')}
      </Button>
      {again.length > 0 && (
        <Button size="sm" variant="ghost" onClick={tryAgain}>
          {t('refused.again')}
        </Button>
      )}
    </Notice>
  );
}
