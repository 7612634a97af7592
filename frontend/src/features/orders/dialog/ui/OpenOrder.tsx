import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { applied, changesTotals } from '../../../../entities/order/edit/changes';
import { displayedTotals } from '../../../../entities/order/order.math';
import type { FullOrder } from '../../../../entities/order/sheet';
import type { QueryError } from '../../../../shared/api/appError';
import { errorLines } from '../../../../shared/api/errorLines';
import { useText } from '../../../../shared/i18n/useText';
import { useLeaveQuestion } from '../../../../shared/navigation/useLeaveQuestion';
import { media } from '../../../../shared/theme/media';
import { space } from '../../../../shared/theme/tokens';
import { Stack } from '../../../../shared/ui/Layout';
import { lazyLayer } from '../../../../shared/ui/lazyLayer';
import { Notice } from '../../../../shared/ui/Notice';
import { useDialogDraft } from '../../model/dialogDraft';
import { type Mode, type Question, useOrderActions } from '../../model/useOrderActions';
import type { LineActions } from '../../ui/LineRow';
import { CustomerNote, OpenNote } from '../../ui/Notes';
import { ActionBar } from './ActionBar';
import { Notices } from './Notices';
import { OrderHead } from './OrderHead';
import { Products } from './Products';
import { Totals } from './Totals';

const OrderQuestions = lazyLayer(async () => (await import('../../ui/OrderQuestions')).OrderQuestions);

interface OpenOrderProps {
  /** The server's copy. */
  readonly order: FullOrder;
  readonly readError: QueryError | undefined;
  readonly onPrint: () => void;
  readonly onHistory: () => void;
  readonly onDeleted: (orderId: string) => void;
}

/** Text about what happens to unsent changes. */
const UNSENT: Partial<Record<Question['what'], 'unsent.save' | 'unsent.print' | 'unsent.lost'>> = {
  save: 'unsent.save',
  print: 'unsent.print',
  cancel: 'unsent.lost',
  delete: 'unsent.lost',
};

/** The content of the dialog, once the order is loaded. */
export function OpenOrder({ order, readError, onPrint, onHistory, onDeleted }: OpenOrderProps): ReactElement {
  const [mode, setMode] = useState<Mode | null>(null);
  const t = useText('order');
  const draft = useDialogDraft(order);
  const { lost, count } = draft;
  const actions = useOrderActions({ draft, onPrint, onMode: setMode, onDeleted: () => onDeleted(order.id) });
  const leave = t('dialog.leave', { returnObjects: true });
  useLeaveQuestion({ ...leave, asks: count > 0 || lost, within: 'order', orderId: order.id });

  const edited = applied(order, draft.changes);
  const cancelled = order.status === 'cancelled';
  // Until a write is answered, its changes stay as they were sent.
  const editing = cancelled || lost || draft.sending ? null : mode;
  const { totals, waiting } = displayedTotals(order, edited, changesTotals(draft.real));

  const toggle = (asked: Mode): void => {
    if (mode === asked) setMode(null);
    else if (order.status === 'registered' && mode === null) actions.ask({ what: 'edit', mode: asked });
    else setMode(asked);
  };
  const lineActions: LineActions = {
    onQuantity: actions.onQuantity,
    onRemove: actions.onRemove,
    onPrice: draft.setPrice,
  };
  const unsent = count > 0 && actions.question ? UNSENT[actions.question.what] : undefined;

  return (
    <>
      <Stack gap={4}>
        <OrderHead order={order} />
        {readError && <Notice tone="warning" lines={errorLines(readError, 'list')} />}
        <Notices draft={draft} />
        <Columns>
          <Products
            order={edited}
            before={order}
            draft={draft}
            editing={editing}
            mayEdit={!cancelled && !lost}
            onMode={toggle}
            waiting={waiting ? t('totals.waiting') : undefined}
            actions={lineActions}
          />
          <Stack gap={4}>
            <Totals
              order={edited}
              server={order}
              draft={draft}
              totals={totals}
              waiting={waiting}
              editing={editing === 'prices'}
            />
            <CustomerNote heading="h3" text={order.customerNote} />
            <OpenNote
              text={edited.sellerNote}
              typed={editing === 'prices' ? edited.sellerNote : null}
              onType={(note) => draft.change({ note })}
            />
          </Stack>
        </Columns>
      </Stack>
      <ActionBar
        order={order}
        empty={edited.products.length === 0}
        grand={totals.grand}
        waiting={waiting}
        draft={draft}
        onAsk={actions.ask}
        onHistory={onHistory}
        onSubmitted={() => setMode(null)}
      />
      {actions.question && (
        <OrderQuestions
          {...actions}
          question={actions.question}
          onClose={actions.close}
          grandTotal={waiting ? null : totals.grand}
          waiting={t('totals.waiting')}
        >
          {unsent && <p>{t(unsent)}</p>}
        </OrderQuestions>
      )}
    </>
  );
}

const Columns = styled.div({
  display: 'grid',
  gap: space(4),
  paddingBlockEnd: space(5),
  [media.desktopUp]: { gridTemplateColumns: 'minmax(0, 1fr) 320px', alignItems: 'start', gap: space(5) },
});
