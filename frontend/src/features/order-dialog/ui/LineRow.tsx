import styled from '@emotion/styled';
import { Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { lineName } from '../../../entities/order/order.changes';
import { lineTotal } from '../../../entities/order/order.math';
import { missingOf, type StockState } from '../../../entities/order/stockChecks';
import type { Discount, OrderLine, OrderProduct } from '../../../entities/order/types';
import { LineDiscounts } from '../../../entities/order/ui/LineDiscounts';
import { productApi } from '../../../entities/product/endpoints';
import { StockText } from '../../../entities/product/ui/StockText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { media } from '../../../shared/theme/media';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { IconButton } from '../../../shared/ui/IconButton';
import { Money } from '../../../shared/ui/Money';
import { Stepper } from '../../../shared/ui/Stepper';
import type { Draft } from '../model/draft';
import type { Mode } from '../model/useActions';

export interface LineEdits {
  readonly prices: Draft['prices'];
  /** Of the whole order, as the server has applied them. */
  readonly discounts: readonly Discount[];
  /** They are those before the changes. */
  readonly waiting: boolean;
  readonly missing: ReadonlySet<string>;
  /** What the server said of a type's stock when the order could not be saved. */
  readonly shortages: Readonly<Record<string, string>>;
  readonly checks: StockState;
  /** A quantity that was pressed or typed; 0 takes the line out. */
  readonly onQuantity: (product: OrderProduct, line: OrderLine, next: number) => void;
  readonly onRemove: (product: OrderProduct, line: OrderLine) => void;
  readonly onPrice: (line: OrderLine, price: number | null) => void;
}

interface LineRowProps extends LineEdits {
  /** What the order holds of it already; null while that is not known. */
  readonly held: number | null;
  readonly product: OrderProduct;
  /** With the user's changes. */
  readonly line: OrderLine;
  /** As the server has it. */
  readonly before: OrderLine;
  readonly mode: Mode | null;
}

/** A type in the order. What was changed and not sent says what it was. */
export function LineRow({ product, line, before, held, mode, ...edits }: LineRowProps): ReactElement {
  const t = useText('orderDialog');
  const name = lineName(product, line);
  const { typeId } = line;
  const { asking, refusals } = edits.checks;
  // As it was at the last question, which every change asks first.
  const stock = productApi.endpoints.stock.useQueryState(typeId).data;
  const typed = edits.prices[line.typeId];
  const moved = line.quantity !== before.quantity;
  // Said of the quantity that was sent, and not of another one.
  const shortage = moved ? undefined : edits.shortages[line.typeId];
  const priced = line.buyPrice !== before.buyPrice;
  return (
    <Row aria-label={name} data-changed={moved || priced || undefined}>
      <Name>
        <strong>{line.typeName}</strong>
        <span>
          {line.unitName}
          {mode !== 'prices' && (
            <>
              <Dot aria-hidden>·</Dot>
              <Money amount={line.buyPrice} />
            </>
          )}
        </span>
      </Name>
      <Amount>
        {mode === 'rows' ? (
          <>
            <Stepper
              label={name}
              value={line.quantity}
              busy={typeId in asking}
              refusals={refusals[typeId] ?? 0}
              onChange={(next) => edits.onQuantity(product, line, next)}
            />
            <IconButton
              label={t('line.remove', { name })}
              icon={<Trash2 />}
              onClick={() => {
                edits.onRemove(product, line);
              }}
            />
          </>
        ) : (
          <Fixed>{withUnit(formatNumber(line.quantity), line.unitName)}</Fixed>
        )}
      </Amount>
      <Total>
        <Money amount={lineTotal(line)} size="strong" />
      </Total>
      {mode === 'prices' && (
        <Price>
          <AmountField
            label={t('line.price', { name })}
            labelHidden
            value={typed === undefined ? line.buyPrice : typed}
            error={edits.missing.has(line.typeId) ? t('line.noPrice') : undefined}
            onValueChange={(price) => {
              edits.onPrice(line, price);
            }}
          />
        </Price>
      )}
      <LineDiscounts
        discounts={edits.discounts}
        typeId={typeId}
        waiting={edits.waiting ? t('totals.waiting') : undefined}
      />
      {(moved || priced) && (
        <Below>
          {moved && <span>{t('line.quantityWas', { quantity: formatNumber(before.quantity) })}</span>}
          {priced && <span>{t('line.priceWas', { price: formatNumber(before.buyPrice) })}</span>}
        </Below>
      )}
      {mode === 'rows' && stock !== undefined && shortage === undefined && (
        <Below>
          <StockText stock={stock} counted missing={held === null ? 0 : missingOf(line.quantity, stock, held)} />
        </Below>
      )}
      {shortage !== undefined && (
        <Below data-tone="danger" role="note">
          {shortage}
        </Below>
      )}
    </Row>
  );
}

const Row = styled.li({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"name total" "price price" "amount amount"',
  alignItems: 'center',
  columnGap: space(3),
  rowGap: space(2),
  paddingBlock: space(3),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
  [media.tabletUp]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(140px, auto)',
    gridTemplateAreas: '"name amount total" "price price price"',
    columnGap: space(4),
  },
});

const Name = styled.div({
  gridArea: 'name',
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  '& > strong': { ...type.label, fontWeight: 600, overflowWrap: 'anywhere' },
  '& > span': { ...type.caption, color: colors.muted },
});

const Dot = styled.span({ marginInline: space(1) });

const Total = styled.div({ gridArea: 'total', ...type.label, textAlign: 'end' });

const Amount = styled.div({
  gridArea: 'amount',
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  justifySelf: 'start',
  '& > button': { color: colors.muted },
});

const Price = styled.div({ gridArea: 'price', [media.tabletUp]: { maxInlineSize: '280px' } });

const Fixed = styled.span({
  ...type.label,
  paddingInline: space(3),
  paddingBlock: space(1),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
});

const Below = styled.div({
  gridColumn: '1 / -1',
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(4),
  color: colors.warningText,
  '&[data-tone="danger"]': {
    paddingInline: space(3),
    paddingBlock: space(2),
    borderRadius: radius.field,
    color: colors.danger,
    backgroundColor: colors.dangerSoft,
  },
});
