import styled from '@emotion/styled';
import { type ReactElement, useRef, useState } from 'react';
import { compare, differs, withAbsent } from '../../../entities/order/order.changes';
import type { Order } from '../../../entities/order/types';
import type { Conflict } from '../../../entities/write/edit';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { type Draft, isNoteDirty } from '../model/draft';
import { hasChanges } from '../model/lineEdit';
import type { OrderDraft } from '../model/orderDraft';
import { ChangeList } from './ChangeList';

interface ConflictDialogProps {
  readonly conflict: Conflict<Order>;
  /** The server's copy of now. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
  /** For whoever loads the dialog; it has no way out but its answers. */
  readonly onClose: () => void;
}

/**
 * The order is not what the user worked on: what is different, and whose it shall be. There is no third way out, so
 * that nothing is lost and nothing is written over without having been seen.
 */
export function ConflictDialog({ conflict, order, draft, actions }: ConflictDialogProps): ReactElement {
  const t = useText('order');
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { why } = conflict;
  const before = withAbsent(conflict.before, draft.changes.absent);
  const note = isNoteDirty(draft) && draft.note ? draft.note.text.trim() : null;
  const elsewhere = differs(before, order);
  // A note that is being typed is the seller's own matter until somebody else writes one.
  const noteAtStake = note !== null && (why === 'returned' || before.sellerNote !== order.sellerNote);
  const changes = compare(before, order, { quantities: draft.changes.quantities, note: noteAtStake ? note : null });
  const mine = hasChanges(draft) || noteAtStake;
  const possible = mine && order.status !== 'cancelled';

  const apply = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await actions.applyMine();
    running.current = false;
    setBusy(false);
  };
  const drop = (): void => actions.takeTheirs(noteAtStake);

  return (
    <Dialog
      isOpen
      locked
      width={560}
      role="alertdialog"
      title={t(why === 'returned' ? 'returned.title' : 'conflict.title')}
      onClose={drop}
      footer={
        <Answers>
          {possible && (
            <Button busy={busy} onClick={() => void apply()}>
              {t(elsewhere ? 'conflict.mine' : 'returned.apply')}
            </Button>
          )}
          <Button variant={possible ? 'secondary' : 'primary'} disabled={busy} onClick={drop}>
            {t(!mine ? 'conflict.seen' : elsewhere ? 'conflict.theirs' : 'returned.drop')}
          </Button>
        </Answers>
      }
    >
      <Stack gap={3}>
        <p>{t(lead(why, elsewhere, mine))}</p>
        <ChangeList changes={changes} theirs={elsewhere} mine={mine} />
        {mine && !possible && <Notice tone="warning">{t('conflict.cancelled')}</Notice>}
        {possible && order.status === 'registered' && <Notice tone="warning">{t('conflict.registered')}</Notice>}
      </Stack>
    </Dialog>
  );
}

const lead = (why: Conflict<Order>['why'], elsewhere: boolean, mine: boolean) => {
  if (why === 'returned') return elsewhere ? 'returned.bodyElsewhere' : 'returned.body';
  return mine ? 'conflict.body' : 'conflict.bodyNothing';
};

const Answers = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  [media.tabletUp]: { flexDirection: 'row-reverse', '& > *': { flex: 1 } },
});
