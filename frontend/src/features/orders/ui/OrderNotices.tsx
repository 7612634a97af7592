import type { ReactElement } from 'react';
import { linesOf } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { LostNotice, NoticeButtons } from '../../../entities/order/ui/LostNotice';
import { isLost } from '../../../entities/write/edit';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import type { Draft } from '../model/draft';
import { droppedOf, type LineDifference, shownOrder } from '../model/lineEdit';
import type { OrderDraft } from '../model/orderDraft';

interface OrderNoticesProps {
  /** The server's copy. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
  /** Why nothing can be done at the moment. */
  readonly frozen: string | undefined;
}

/** Changes that did not arrive, or were refused: said in their place until the user has decided. */
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
  const all = droppedOf(refusal);
  const now = new Map(linesOf(shownOrder(order, draft).products).map(({ typeId, quantity }) => [typeId, quantity]));
  // Of what was changed once more there is nothing to tell.
  const dropped = all.filter(({ typeId, to }) => now.get(typeId) !== to && !(typeId in draft.changes.quantities));
  if (all.length > 0 && dropped.length === 0) return null;
  // What the order does not hold any more cannot be changed again.
  const again = dropped.filter(({ typeId }) => now.has(typeId));
  const seen = (): void => actions.edit.set({ refusal: null });
  return (
    <Refused
      lines={refusal.error.lines}
      dropped={dropped}
      onSeen={seen}
      {...(again.length > 0 && {
        onAgain: () => {
          seen();
          for (const { typeId, to: quantity } of again) actions.change(typeId, quantity);
        },
      })}
    />
  );
}

interface RefusedProps {
  readonly lines: readonly string[];
  readonly dropped: readonly LineDifference[];
  readonly onSeen: () => void;
  readonly onAgain?: () => void;
}

function Refused({ lines, dropped, onSeen, onAgain }: RefusedProps): ReactElement {
  const t = useText('order');
  return (
    <Notice tone="danger" lines={lines}>
      {dropped.length > 0 && <p>{t('refused.dropped')}</p>}
      <ul>
        {dropped.map(({ typeId, name, from, to }) => (
          <li key={typeId}>{t('refused.change', { name, from: formatNumber(from), to: formatNumber(to) })}</li>
        ))}
      </ul>
      <NoticeButtons gap={2} wrap>
        <Button size="sm" variant="secondary" onClick={onSeen}>
          {t('refused.seen')}
        </Button>
        {onAgain && (
          <Button size="sm" variant="ghost" onClick={onAgain}>
            {t('refused.again')}
          </Button>
        )}
      </NoticeButtons>
    </Notice>
  );
}
