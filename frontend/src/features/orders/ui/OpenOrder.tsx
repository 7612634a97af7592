import styled from '@emotion/styled';
import { PackageOpen } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useMemo } from 'react';
import { agreedPayable, isAdjusted, NO_ADJUSTMENT } from '../../../entities/order/calculator';
import { discountsWithin, namedDiscounts } from '../../../entities/order/discounts';
import { hasChanges, shownOrder } from '../../../entities/order/edit/changes';
import { linesOf, shownTotals } from '../../../entities/order/order.math';
import { heldOf, useSavedLinesQuery } from '../../../entities/order/saved';
import { isEditable } from '../../../entities/order/status';
import type { Order, OrderLine, OrderProduct } from '../../../entities/order/types';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
import { useText } from '../../../shared/i18n/useText';
import { media, query } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { type Draft, isNoteDirty } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';
import { useGrowing } from '../model/useGrowing';
import { useOrderActions } from '../model/useOrderActions';
import { DiscardDetails } from './DiscardDetails';
import type { LineActions } from './LineRow';
import { CustomerNote, SellerNote } from './Notes';
import { OrderMenu } from './OrderMenu';
import { OrderNotices } from './OrderNotices';
import { OrderQuestions } from './OrderQuestions';
import { ProductCard } from './ProductCard';
import { Summary } from './Summary';
import { TotalBar } from './TotalBar';

const TypeInfoSheet = lazyLayer(async () => (await import('../../../entities/product/ui/TypeInfoSheet')).TypeInfoSheet);
const CalculatorSheet = lazyLayer(async () => (await import('./CalculatorSheet')).CalculatorSheet);
const ConflictDialog = lazyLayer(async () => (await import('./ConflictDialog')).ConflictDialog);

/** What the address says of the page, and how the page changes it. */
export interface OrderAddress {
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

/** A conflict is decided in its dialog, and nowhere else: where that does not come, it is asked for again. */
const undecided = (): void => undefined;

/** More than a screen shows. */
const PRODUCTS_AT_ONCE = 8;

/** The order on the screen. */
export function OpenOrder({ order, draft, actions, ...page }: OpenOrderProps): ReactElement {
  const { orderId, infoTypeId } = page;
  const t = useText('order');
  const wide = useMedia(query.desktopUp);
  const offline = !useOnline();
  const frozen = offline ? t('offline.reason') : undefined;
  const editing = isEditable(order.status);
  const shown = useMemo(() => shownOrder(order, draft), [order, draft]);
  const changed = hasChanges(draft) && draft.conflict === null;
  const { totals, waiting } = useMemo(() => shownTotals(order, shown, changed), [order, shown, changed]);
  const discounts = useMemo(() => namedDiscounts(order), [order]);
  const agreed = agreedPayable(totals, draft.adjustment);
  const decisions = useOrderActions({
    draft: actions,
    // The paper is made of what the server has.
    onPrint: async () => (await actions.push()) && page.onPrint(),
  });
  const asked = decisions.question?.what;
  const { page: held } = actions;
  // Of a reopened order the goods of the registered one are kept for it.
  const { data: saved } = useSavedLinesQuery(orderId, { skip: !order.reopened });
  const { reopened } = order;
  const heldNow = useCallback((typeId: string) => heldOf({ reopened }, typeId, saved), [reopened, saved]);
  const lineActions: LineActions = useSteadyActions({
    onInfo: page.onInfo,
    onRemove: (product: OrderProduct, line: OrderLine) => decisions.ask({ what: 'row', product, line }),
    onQuantity: (product: OrderProduct, line: OrderLine, next: number) => {
      if (next === 0) decisions.ask({ what: 'zero', product, line });
      else actions.want(line.typeId, next);
    },
  });
  const drawn = useGrowing(shown.products.length, PRODUCTS_AT_ONCE);
  // Nothing can be agreed on an order without products.
  const stale = draft.conflict === null && shown.products.length === 0 && isAdjusted(draft.adjustment);
  useEffect(() => {
    if (stale) held.set({ adjustment: NO_ADJUSTMENT });
  }, [stale, held]);

  const menu = (
    <OrderMenu
      order={order}
      within="page"
      disabledReason={offline ? t('offline.short') : undefined}
      onAsk={decisions.ask}
      onHistory={page.onHistory}
    />
  );
  const summary = {
    title: t('summary.title'),
    totals,
    waiting: waiting ? t('summary.waiting') : undefined,
    discounts,
    taxRate: order.taxRate,
    profit: { agreed, onCalculator: page.onCalculator },
  };
  const infoLine = linesOf(shown.products).find(({ typeId }) => typeId === infoTypeId);
  const infoProduct = shown.products.find(({ lines }) => lines.some(({ typeId }) => typeId === infoTypeId));
  return (
    <>
      <Body>
        <Main>
          <OrderNotices order={order} draft={draft} actions={actions} frozen={frozen} />
          {shown.products.length === 0 && <EmptyState text={t('empty')} icon={<PackageOpen />} />}
          {shown.products.slice(0, drawn).map((product) => {
            // Of the whole order they are new after each change, which would draw every row again.
            const own = discountsWithin(product, order.discounts);
            return (
              <ProductCard
                key={product.id}
                product={product}
                discounts={own}
                waiting={waiting && own.length > 0 ? t('summary.waiting') : undefined}
                editing={editing ? 'quantities' : null}
                frozen={frozen}
                shortages={draft.shortages}
                checks={actions.checks}
                heldOf={heldNow}
                actions={lineActions}
              />
            );
          })}
        </Main>
        <Side>
          {wide && <Summary {...summary}>{menu}</Summary>}
          <CustomerNote text={order.customerNote} />
          <SellerNote
            text={order.sellerNote}
            typed={draft.note}
            editing={editing}
            frozen={frozen}
            onType={(note) => held.set({ note })}
            onClose={() => held.set({ note: null })}
            onSave={actions.writeNote}
          />
          {!wide && <Summary {...summary} />}
        </Side>
      </Body>
      {!wide && <TotalBar totals={totals} waiting={waiting} agreed={agreed} menu={menu} />}
      <OrderQuestions questions={decisions} grandTotal={waiting ? null : totals.grand} waiting={t('summary.waiting')}>
        {asked === 'save' && isNoteDirty(draft) && <p>{t('ask.withNote')}</p>}
        {asked === 'discard' && <DiscardDetails orderId={orderId} order={shown} />}
      </OrderQuestions>
      {infoLine && infoProduct && (
        <TypeInfoSheet typeId={infoLine.typeId} title={infoProduct.name} onClose={page.onInfoClose} />
      )}
      {page.calculating && totals.sales > 0 && (
        <CalculatorSheet
          totals={totals}
          adjustment={draft.adjustment}
          onConfirm={(adjustment) => held.set({ adjustment })}
          onClose={page.onCalculatorClose}
        />
      )}
      {draft.conflict && !decisions.question && (
        <ConflictDialog conflict={draft.conflict} order={order} draft={draft} actions={actions} onClose={undecided} />
      )}
    </>
  );
}

const Body = styled(PageBody)({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  paddingBlockEnd: space(6),
  [media.desktopUp]: {
    flex: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 360px',
    alignItems: 'start',
    gap: space(6),
  },
});

const Main = styled(Stack)({ gap: space(4) });

const Side = styled(Stack)({
  gap: space(4),
  [media.desktopUp]: { position: 'sticky', insetBlockStart: '80px' },
});
