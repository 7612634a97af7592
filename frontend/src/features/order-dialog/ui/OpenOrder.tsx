import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { shownTotals } from '../../../entities/order/order.math';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import type { QueryError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { useLeaveQuestion } from '../../../shared/navigation/useLeaveQuestion';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import type { FullOrder } from '../api/types';
import { applied, changesTotals } from '../model/draft';
import { type Mode, useActions } from '../model/useActions';
import { useDraft } from '../model/useDraft';
import { ActionBar } from './ActionBar';
import { Notes } from './Notes';
import { Notices } from './Notices';
import { OrderHead } from './OrderHead';
import { Products } from './Products';
import { Questions } from './Questions';
import { Totals } from './Totals';

interface OpenOrderProps {
  /** The server's copy. */
  readonly order: FullOrder;
  readonly readError: QueryError | undefined;
  readonly reload: () => unknown;
  readonly onPrint: () => void;
  readonly onHistory: () => void;
  readonly onDeleted: (orderId: string) => void;
}

/** The inside of the dialog, once the order is there. */
export function OpenOrder({ order, readError, reload, onPrint, onHistory, onDeleted }: OpenOrderProps): ReactElement {
  const [mode, setMode] = useState<Mode | null>(null);
  const t = useText('orderDialog');
  const edit = useDraft(order);
  const actions = useActions({
    order,
    draft: edit,
    reload,
    onMode: setMode,
    onPrint,
    onDeleted: () => {
      onDeleted(order.id);
    },
  });
  const leave = t('leave', { returnObjects: true });
  useLeaveQuestion({ ...leave, asks: edit.count > 0 || edit.lost, within: 'order', orderId: order.id });

  const shown = applied(order, edit.draft);
  // A try without an answer holds everything as it was sent.
  const editing = order.status === 'cancelled' || edit.lost || edit.sending ? null : mode;
  const { draft, change, missing } = edit;
  const { totals, waiting } = shownTotals(order, shown, changesTotals(order, draft));

  const toggle = (asked: Mode): void => {
    if (mode === asked) setMode(null);
    else if (order.status === 'registered' && mode === null) actions.ask({ what: 'edit', mode: asked });
    else setMode(asked);
  };
  const quantity = (product: OrderProduct, line: OrderLine, next: number): void => {
    if (next === 0) actions.ask({ what: 'zero', product, line });
    else edit.want(line.typeId, next);
  };

  return (
    <>
      <Stack gap={4}>
        <OrderHead order={order} />
        {readError && (
          <Notice tone="warning">
            {errorLines(readError, 'list').map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Notice>
        )}
        <Notices edit={edit} />
        <Columns>
          <Products
            order={shown}
            before={order}
            mode={editing}
            mayEdit={order.status !== 'cancelled' && !edit.lost}
            asksStock={edit.asksStock}
            onMode={toggle}
            prices={draft.prices}
            discounts={order.discounts}
            waiting={waiting}
            missing={missing}
            shortages={actions.shortages}
            checks={edit.checks}
            onQuantity={quantity}
            onRemove={(product, line) => {
              actions.ask({ what: 'row', product, line });
            }}
            onPrice={(line, price) => {
              change(({ prices }) => ({ prices: { ...prices, [line.typeId]: price } }));
            }}
          />
          <Stack gap={4}>
            <Totals
              order={shown}
              known={order}
              draft={draft}
              editing={editing === 'prices'}
              missing={missing}
              onChange={change}
            />
            <Notes order={shown} draft={draft} editing={editing === 'prices'} onChange={change} />
          </Stack>
        </Columns>
      </Stack>
      <ActionBar
        order={order}
        grand={totals.grand}
        waiting={waiting}
        edit={edit}
        onAsk={actions.ask}
        onHistory={onHistory}
        onSubmitted={() => {
          setMode(null);
        }}
      />
      <Questions actions={actions} order={shown} total={waiting ? null : totals.grand} unsent={edit.count} />
    </>
  );
}

const Columns = styled.div({
  display: 'grid',
  gap: space(4),
  paddingBlockEnd: space(5),
  [media.desktopUp]: { gridTemplateColumns: 'minmax(0, 1fr) 320px', alignItems: 'start', gap: space(5) },
});
