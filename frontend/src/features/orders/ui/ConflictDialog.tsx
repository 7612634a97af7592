import type { ReactElement } from 'react';
import { hasChanges } from '../../../entities/order/edit/changes';
import { compare, differs, withAbsent } from '../../../entities/order/order.changes';
import type { Order } from '../../../entities/order/types';
import type { Conflict } from '../../../entities/write/edit';
import { ConflictQuestion } from '../../../entities/write/ui/ConflictQuestion';
import { useText } from '../../../shared/i18n/useText';
import { Notice } from '../../../shared/ui/Notice';
import { type Draft, isNoteDirty } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';
import { ChangeList } from './ChangeList';

interface ConflictDialogProps {
  readonly conflict: Conflict<Order>;
  /** The server's current copy. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
  /** Only for lazyLayer: the dialog itself closes with an answer only. */
  readonly onClose: () => void;
}

/**
 * The order has changed since the user began: lists the differences, and asks whose changes to keep. There is no third
 * answer, so that nothing is lost or overwritten unseen.
 */
export function ConflictDialog({ conflict, order, draft, actions }: ConflictDialogProps): ReactElement {
  const t = useText('order');
  const { why } = conflict;
  const before = withAbsent(conflict.before, draft.changes.absent);
  const note = isNoteDirty(draft) && draft.note ? draft.note.text.trim() : null;
  const elsewhere = differs(before, order);
  // The typed note is part of it only after a return to the page, or when somebody else has changed the note too.
  const noteAtStake = note !== null && (why === 'returned' || before.sellerNote !== order.sellerNote);
  const changes = compare(before, order, { quantities: draft.changes.quantities, note: noteAtStake ? note : null });
  const mine = hasChanges(draft) || noteAtStake;
  const possible = mine && order.status !== 'cancelled';

  return (
    <ConflictQuestion
      title={t(why === 'returned' ? 'returned.title' : 'conflict.title')}
      lead={t(lead(why, elsewhere, mine))}
      keep={possible ? { label: t(elsewhere ? 'conflict.mine' : 'returned.apply'), onChoose: actions.applyMine } : null}
      drop={{
        label: t(!mine ? 'conflict.seen' : elsewhere ? 'conflict.theirs' : 'returned.drop'),
        onChoose: () => actions.takeTheirs(noteAtStake),
      }}
    >
      <ChangeList changes={changes} theirs={elsewhere} mine={mine} />
      {mine && !possible && <Notice tone="warning">{t('conflict.cancelled')}</Notice>}
      {possible && order.status === 'registered' && <Notice tone="warning">{t('conflict.registered')}</Notice>}
    </ConflictQuestion>
  );
}

const lead = (why: Conflict<Order>['why'], elsewhere: boolean, mine: boolean) => {
  if (why === 'returned') return elsewhere ? 'returned.bodyElsewhere' : 'returned.body';
  return mine ? 'conflict.body' : 'conflict.bodyNothing';
};
