import styled from '@emotion/styled';
import { Info, Trash2 } from 'lucide-react';
import { memo, type ReactElement, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { lineName } from '../../../entities/order/order.changes';
import { lineTotal } from '../../../entities/order/order.math';
import { missingOf, type StockChecks } from '../../../entities/order/stockChecks';
import type { Discount, OrderLine, OrderProduct } from '../../../entities/order/types';
import { LineDiscounts } from '../../../entities/order/ui/LineDiscounts';
import { QuantityStepper } from '../../../entities/order/ui/QuantityStepper';
import { productApi } from '../../../entities/product/endpoints';
import { StockText } from '../../../entities/product/ui/StockText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { media } from '../../../shared/theme/media';
import { colors, radius, rem, space, type } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { IconButton } from '../../../shared/ui/IconButton';
import { Money } from '../../../shared/ui/Money';

export interface LineActions {
  /** Opens the type's information. */
  readonly onInfo?: (typeId: string) => void;
  /** A quantity that was pressed or typed; 0 removes the line. */
  readonly onQuantity: (product: OrderProduct, line: OrderLine, next: number) => void;
  readonly onRemove: (product: OrderProduct, line: OrderLine) => void;
  readonly onPrice?: (typeId: string, price: number | null) => void;
}

/** What all lines of an order have in common. */
export interface LineContext {
  readonly editing: 'quantities' | 'prices' | null;
  /** Why nothing can be changed at the moment. */
  readonly frozen?: string | undefined;
  readonly discounts: readonly Discount[];
  /** Replaces the amounts of the discounts while they are out of date. */
  readonly waiting: string | undefined;
  /** Type → the server's text about its stock when the order could not be saved. */
  readonly shortages: Readonly<Record<string, string>>;
  readonly checks: StockChecks;
  /** Types whose price is empty. */
  readonly unpriced?: ReadonlySet<string>;
  /** The same object in every render. */
  readonly actions: LineActions;
}

interface LineRowProps extends LineContext {
  readonly product: OrderProduct;
  /** With the user's changes. */
  readonly line: OrderLine;
  /** The server's line, where changes wait until they are sent: its old values are displayed below the new ones. */
  readonly before?: OrderLine | undefined;
  /** What the order has reserved of the type; null while that is not known. */
  readonly held: number | null;
}

/** A type in the order: name, package, unit price, quantity, line total. */
export const LineRow = memo(function MemoLineRow({
  product,
  line,
  before = line,
  held,
  editing,
  frozen,
  checks,
  actions,
  ...order
}: LineRowProps): ReactElement {
  const t = useText('order');
  const { onInfo, onQuantity, onRemove, onPrice } = actions;
  const { typeId } = line;
  const name = lineName(product, line);
  const counted = editing === 'quantities';
  // From the cache: every change asks for it first.
  const stock = useSelector(useMemo(() => productApi.endpoints.stock.select(typeId), [typeId])).data;
  const moved = line.quantity !== before.quantity;
  const priced = line.buyPrice !== before.buyPrice;
  const unpriced = order.unpriced?.has(typeId) === true;
  // It is about the quantity that was sent, and not about a changed one.
  const shortage = moved ? undefined : order.shortages[typeId];
  return (
    <Row aria-label={name} data-short={shortage !== undefined || undefined}>
      <Name>
        <strong>{line.typeName}</strong>
        <span>
          {line.unitName}
          {editing !== 'prices' && (
            <>
              <Dot aria-hidden>·</Dot>
              <Money amount={line.buyPrice} />
            </>
          )}
        </span>
      </Name>
      <Total>
        <Money amount={lineTotal(line)} size="strong" />
      </Total>
      <Amount>
        {counted ? (
          <QuantityStepper
            typeId={typeId}
            label={name}
            value={line.quantity}
            disabled={frozen !== undefined}
            checks={checks}
            onChange={(next) => onQuantity(product, line, next)}
          />
        ) : (
          <Fixed>{withUnit(formatNumber(line.quantity), line.unitName)}</Fixed>
        )}
      </Amount>
      {/* On phones above the quantity, but after it in tab order, so that nobody deletes the line on the way to it. */}
      <Tools>
        {onInfo && <IconButton label={t('line.info', { name })} icon={<Info />} onClick={() => onInfo(typeId)} />}
        {counted && (
          <IconButton
            label={t('line.remove', { name })}
            icon={<Trash2 />}
            disabledReason={frozen}
            onClick={() => onRemove(product, line)}
          />
        )}
      </Tools>
      {editing === 'prices' && (
        <Price>
          <AmountField
            label={t('line.price', { name })}
            labelHidden
            value={unpriced ? null : line.buyPrice}
            error={unpriced ? t('line.noPrice') : undefined}
            onValueChange={(price) => onPrice?.(typeId, price)}
          />
        </Price>
      )}
      <LineDiscounts discounts={order.discounts} typeId={typeId} waiting={order.waiting} />
      {(moved || priced) && (
        <Below data-tone="changed">
          {moved && <span>{t('line.quantityWas', { quantity: formatNumber(before.quantity) })}</span>}
          {priced && <span>{t('line.priceWas', { price: formatNumber(before.buyPrice) })}</span>}
        </Below>
      )}
      {counted && stock !== undefined && shortage === undefined && (
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
});

const Row = styled.li({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"name tools" "total amount" "price price"',
  alignItems: 'center',
  columnGap: space(3),
  rowGap: space(1),
  paddingBlock: space(3),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
  [media.tabletUp]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(140px, auto) auto',
    gridTemplateAreas: '"name amount total tools" "price price price price"',
    columnGap: space(4),
  },
});

const Name = styled.div({
  gridArea: 'name',
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  '& > strong': { ...type.label, fontWeight: 600, fontSize: rem(15), overflowWrap: 'anywhere' },
  '& > span': { ...type.caption, color: colors.muted },
});

const Dot = styled.span({ marginInline: space(1) });

const Tools = styled.div({
  gridArea: 'tools',
  justifySelf: 'end',
  display: 'flex',
  // Aligns the icons, and not their larger hit areas, with the end of the stepper.
  marginInlineEnd: `calc(-1 * ${space(3)})`,
  '& > button': { color: colors.muted },
});

const Total = styled.div({
  gridArea: 'total',
  ...type.body,
  [media.tabletUp]: { textAlign: 'end' },
});

const Amount = styled.div({ gridArea: 'amount', justifySelf: 'end' });

const Price = styled.div({ gridArea: 'price', [media.tabletUp]: { maxInlineSize: '280px' } });

const Fixed = styled.span({
  ...type.label,
  display: 'inline-block',
  paddingInline: space(3),
  paddingBlock: space(1),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
});

const Below = styled.div({
  gridColumn: '1 / -1',
  ...type.caption,
  '&[data-tone="changed"]': { display: 'flex', flexWrap: 'wrap', columnGap: space(4), color: colors.warningText },
  '&[data-tone="danger"]': {
    paddingInline: space(3),
    paddingBlock: space(2),
    marginBlockStart: space(1),
    borderRadius: radius.field,
    color: colors.danger,
    backgroundColor: colors.dangerSoft,
  },
});
