import styled from '@emotion/styled';
import { PackageOpen, Plus } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { agreedPayable, isAdjusted, NO_ADJUSTMENT } from '../../../entities/order/calculator';
import { discountsWithin } from '../../../entities/order/discounts';
import { linesOf } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { media, query } from '../../../shared/theme/media';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Stack } from '../../../shared/ui/Layout';
import { LinkButton } from '../../../shared/ui/Link';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { type Draft, isNoteDirty } from '../model/draft';
import type { OrderDraft } from '../model/orderDraft';
import { useEdited } from '../model/useEdited';
import { useGrowing } from '../model/useGrowing';
import { useOrderActions } from '../model/useOrderActions';
import { DiscardDetails } from './DiscardDetails';
import type { LineActions } from './LineRow';
import { CustomerNote, SellerNote } from './Notes';
import { OrderConflict } from './OrderConflict';
import { OrderMenu } from './OrderMenu';
import { OrderNotices } from './OrderNotices';
import { OrderQuestions } from './OrderQuestions';
import { OrderColumns } from './OrderSkeleton';
import { ProductCard } from './ProductCard';
import { Summary } from './Summary';
import { TotalBar } from './TotalBar';

const TypeInfoSheet = lazyLayer(async () => (await import('../../../entities/product/ui/TypeInfoSheet')).TypeInfoSheet);
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

/** More than fit on a screen. */
const PRODUCTS_AT_ONCE = 8;

/** The content of the page, once the order is loaded. */
export function OpenOrder({ order, draft, actions, ...page }: OpenOrderProps): ReactElement {
  const { orderId, infoTypeId } = page;
  const t = useText('order');
  const wide = useMedia(query.desktopUp);
  const { edited, totals, waiting, offline, editing, heldOf } = useEdited(orderId, order, draft);
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
  const rendered = useGrowing(edited.products.length, PRODUCTS_AT_ONCE);
  // An order without products cannot have an agreement.
  const stale = draft.conflict === null && edited.products.length === 0 && isAdjusted(draft.adjustment);
  useEffect(() => {
    if (stale) pageState.set({ adjustment: NO_ADJUSTMENT });
  }, [stale, pageState]);

  const add = (
    <LinkButton
      variant="secondary"
      size="sm"
      icon={<Plus size={18} />}
      to={paths.addGoods.href(page.customerId, orderId)}
    >
      {t('adding.title')}
    </LinkButton>
  );
  const menu = (
    <OrderMenu
      order={order}
      within="page"
      empty={edited.products.length === 0}
      disabledReason={offline ? t('offline.short') : undefined}
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
        <Stack>
          <OrderNotices order={order} draft={draft} actions={actions} frozen={frozen} />
          {edited.products.length > 0 && editing && <Start>{add}</Start>}
          {edited.products.length === 0 && (
            <EmptyState text={t('empty')} icon={<PackageOpen />} action={editing && add} />
          )}
          {edited.products.slice(0, rendered).map((product) => {
            // The whole order's list is new after each change, and would render every row again.
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
                heldOf={heldOf}
                actions={lineActions}
              />
            );
          })}
        </Stack>
        <Side>
          {wide && <Summary {...summary}>{menu}</Summary>}
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
      {!wide && <TotalBar totals={totals} waiting={waiting} agreed={agreed} menu={menu} />}
      <OrderQuestions questions={decisions} grandTotal={waiting ? null : totals.grand} waiting={t('summary.waiting')}>
        {asked === 'save' && isNoteDirty(draft) && <p>{t('ask.withNote')}</p>}
        {asked === 'discard' && <DiscardDetails orderId={orderId} order={edited} />}
      </OrderQuestions>
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

const Start = styled.div({ display: 'flex', justifyContent: 'flex-end' });

const Side = styled(Stack)({ [media.desktopUp]: { position: 'sticky', insetBlockStart: '80px' } });
