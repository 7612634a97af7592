import styled from '@emotion/styled';
import { type ReactElement, useEffect, useMemo } from 'react';
import { agreedPayable, isAdjusted, NO_ADJUSTMENT } from '../../../entities/order/calculator';
import { linesOf } from '../../../entities/order/order.math';
import { shortOf } from '../../../entities/order/stockChecks';
import type { Order } from '../../../entities/order/types';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { media, query } from '../../../shared/theme/media';
import { Stack } from '../../../shared/ui/Layout';
import { lazyBlock } from '../../../shared/ui/lazyBlock';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useOrderStockQuery } from '../api/endpoints';
import { type Draft, isNoteDirty } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';
import { useEdited } from '../model/useEdited';
import { useOrderActions } from '../model/useOrderActions';
import { Counter } from './Counter';
import { CustomerStrip } from './CustomerStrip';
import type { LineActions } from './LineRow';
import { CustomerNote, SellerNote } from './Notes';
import { OrderConflict } from './OrderConflict';
import { OrderLines } from './OrderLines';
import { OrderNotices } from './OrderNotices';
import { OrderColumns } from './OrderSkeleton';
import { Summary } from './Summary';
import { TotalBar } from './TotalBar';

const TypeInfoSheet = lazyLayer(async () => (await import('../../../entities/product/ui/TypeInfoSheet')).TypeInfoSheet);
const OrderQuestions = lazyLayer(async () => (await import('./OrderQuestions')).OrderQuestions);
const QuestionDetails = lazyBlock(async () => (await import('./QuestionDetails')).QuestionDetails);
const CalculatorSheet = lazyLayer(async () => (await import('./CalculatorSheet')).CalculatorSheet);

/** The state of the page in the address, and how the page changes it. */
export interface OrderAddress {
  readonly customerId: string;
  readonly orderId: string;
  /** The type whose information is open. */
  readonly infoTypeId: string | null;
  readonly onInfo: (typeId: string) => void;
  readonly onInfoClose: () => void;
  readonly calculating: boolean;
  readonly onCalculator: () => void;
  readonly onCalculatorClose: () => void;
  /** Opens the printable invoice. */
  readonly onPrint: () => void;
  readonly onHistory: () => void;
}

interface OpenOrderProps extends OrderAddress {
  /** The server's copy. */
  readonly order: Order;
  readonly draft: Draft;
  readonly actions: OrderDraft;
}

/** The content of the page, once the order is loaded. */
export function OpenOrder({ order, draft, actions, ...page }: OpenOrderProps): ReactElement {
  const { orderId, infoTypeId } = page;
  const t = useText('order');
  const wide = useMedia(query.desktopUp);
  const { edited, totals, waiting, offline, editing, saved } = useEdited(orderId, order, draft);
  const frozen = offline ? t('offline.reason') : undefined;
  const agreed = agreedPayable(totals, draft.adjustment);
  const decisions = useOrderActions({
    draft: actions,
    // The invoice is made of the server's copy.
    onPrint: async () => (await actions.push()) && page.onPrint(),
  });
  const asked = decisions.question?.what;
  const { page: pageState } = actions;
  const lineActions: LineActions = useSteadyActions({
    onInfo: page.onInfo,
    onRemove: decisions.onRemove,
    onQuantity: decisions.onQuantity,
  });
  const short = useMemo(() => shortOf(edited), [edited]);
  const saving = asked === 'save';
  // Looked at again for the question: it may have been a while.
  const { isFetching: looking, isSuccess: looked } = useOrderStockQuery(orderId, { skip: !saving });
  const empty = edited.products.length === 0;
  // An order without products cannot have an agreement.
  const stale = draft.conflict === null && empty && isAdjusted(draft.adjustment);
  const unsavable = empty
    ? t('menu.nothingToSave')
    : short.length > 0 && looked && !looking
      ? t('shortage.first')
      : undefined;
  useEffect(() => {
    if (stale) pageState.set({ adjustment: NO_ADJUSTMENT });
  }, [stale, pageState]);

  const counter = (
    <Counter
      order={order}
      empty={empty}
      disabledReason={offline ? t('offline.short') : undefined}
      asking={decisions.question !== null}
      onAsk={decisions.ask}
      onHistory={page.onHistory}
    />
  );
  const summary = {
    title: t('summary.title'),
    totals,
    waiting: waiting ? t('summary.waiting') : undefined,
    order,
    profit: { agreed, onCalculator: page.onCalculator },
  };
  const infoLine = linesOf(edited.products).find(({ typeId }) => typeId === infoTypeId);
  const infoProduct = edited.products.find(({ lines }) => lines.some(({ typeId }) => typeId === infoTypeId));
  return (
    <>
      <OrderColumns>
        <Stack gap={2}>
          {order.head && <CustomerStrip head={order.head} />}
          <OrderNotices order={order} draft={draft} actions={actions} frozen={frozen} />
          <OrderLines
            order={edited}
            waiting={waiting}
            editing={editing}
            frozen={frozen}
            short={short}
            saved={saved}
            shortages={draft.shortages}
            checks={actions.checks}
            actions={lineActions}
            addTo={paths.addGoods.href(page.customerId, orderId)}
          />
        </Stack>
        <Side>
          {wide && <Summary {...summary}>{counter}</Summary>}
          <CustomerNote text={order.customerNote} />
          <SellerNote
            text={order.sellerNote}
            typed={draft.note}
            editing={editing}
            frozen={frozen}
            onType={(note) => pageState.set({ note })}
            onClose={() => pageState.set({ note: null })}
            onSave={actions.writeNote}
          />
          {!wide && <Summary {...summary} />}
        </Side>
      </OrderColumns>
      {!wide && (
        <TotalBar totals={totals} waiting={waiting} agreed={agreed}>
          {counter}
        </TotalBar>
      )}
      {decisions.question && (
        <OrderQuestions
          {...decisions}
          question={decisions.question}
          onClose={decisions.close}
          grandTotal={waiting ? null : totals.grand}
          waiting={t('summary.waiting')}
          refusal={saving ? unsavable : undefined}
        >
          {(asked === 'save' || asked === 'discard') && (
            <QuestionDetails
              what={asked}
              orderId={orderId}
              order={edited}
              looking={looking}
              withNote={isNoteDirty(draft)}
              busy={decisions.busy}
              onQuantity={actions.setQuantity}
            />
          )}
        </OrderQuestions>
      )}
      {infoLine && infoProduct && (
        <TypeInfoSheet typeId={infoLine.typeId} title={infoProduct.name} onClose={page.onInfoClose} />
      )}
      {page.calculating && totals.sales > 0 && (
        <CalculatorSheet
          totals={totals}
          adjustment={draft.adjustment}
          onConfirm={(adjustment) => pageState.set({ adjustment })}
          onClose={page.onCalculatorClose}
        />
      )}
      <OrderConflict order={order} draft={draft} actions={actions} waits={decisions.question !== null} />
    </>
  );
}

const Side = styled(Stack)({ [media.desktopUp]: { position: 'sticky', insetBlockStart: '80px' } });
