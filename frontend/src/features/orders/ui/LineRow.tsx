import styled from '@emotion/styled';
import { Trash2 } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { lineName } from '../../../entities/order/order.changes';
import { lineTotal } from '../../../entities/order/order.math';
import { missingOf, type StockChecks } from '../../../entities/order/stockChecks';
import type { Discount, OrderLine, OrderProduct } from '../../../entities/order/types';
import { LineDiscounts } from '../../../entities/order/ui/LineDiscounts';
import { QuantityStepper } from '../../../entities/order/ui/QuantityStepper';
import { StockText } from '../../../entities/product/ui/StockText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { joined } from '../../../shared/lib/punctuation';
import { withUnit } from '../../../shared/lib/units';
import { colors, radius, rem, size, space, type } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { IconButton } from '../../../shared/ui/IconButton';
import { Money } from '../../../shared/ui/Money';
import { Below, type LineBefore, LineChange, LineSign } from './LineParts';

export type Heading = 'h2' | 'h4';

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
  /** Its old values are displayed below the new ones; `none`: the line was not there. */
  readonly before: LineBefore | 'none';
  readonly heading: Heading;
  /** The name of the product in this row is a heading with this id: in the first one of a product. */
  readonly titleId: string | undefined;
}

/** A type in the order: name, package, unit price, quantity, line total, stock. */
export const LineRow = memo(function MemoLineRow({
  product,
  line,
  before,
  heading,
  titleId,
  editing,
  frozen,
  checks,
  actions,
  ...order
}: LineRowProps): ReactElement {
  const t = useText('order');
  const { onInfo, onQuantity, onRemove, onPrice } = actions;
  const { typeId, stock } = line;
  const name = lineName(product, line);
  const counted = editing === 'quantities';
  const shortage = order.shortages[typeId];
  const missing = missingOf(line.quantity, stock);
  const stockText = counted && stock !== null && shortage === undefined && (
    <StockText stock={stock} counted missing={missing} />
  );
  const unpriced = order.unpriced?.has(typeId) === true;
  const facts = joined(line.typeName, line.unitName);
  return (
    <Row aria-label={name} data-short={shortage !== undefined || undefined}>
      <Name>
        <LineSign name={name} typeId={typeId} image={product.image} onInfo={onInfo} />
        <Words>
          <Title as={titleId === undefined ? 'strong' : heading} id={titleId}>
            {product.name}
          </Title>
          <span>
            {facts}
            {editing !== 'prices' && (
              <>
                {facts !== '' && <Dot aria-hidden>·</Dot>}
                <Money amount={line.buyPrice} />
              </>
            )}
          </span>
        </Words>
      </Name>
      <Sums>
        <Money amount={lineTotal(line)} size="strong" />
        {missing === 0 && stockText}
      </Sums>
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
      {/* In two lines above the quantity, but after it in tab order, so that nobody deletes the line on the way to it. */}
      {counted && (
        <Tools>
          <IconButton
            label={t('line.remove', { name })}
            icon={<Trash2 />}
            disabledReason={frozen}
            onClick={() => onRemove(product, line)}
          />
        </Tools>
      )}
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
      <LineChange line={line} before={before} />
      {missing > 0 && stockText && <Below>{stockText}</Below>}
      {shortage !== undefined && (
        <Below data-tone="danger" role="note">
          {shortage}
        </Below>
      )}
    </Row>
  );
});

/** Where the list is wide enough; a browser without such queries has two lines everywhere. */
const IN_A_ROW = '@container (min-width: 540px)';

const Row = styled.li({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  gridTemplateAreas: '"name name tools" "sums amount amount" "price price price"',
  alignItems: 'center',
  columnGap: space(2),
  paddingBlock: space(1.5),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
  [IN_A_ROW]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(140px, auto) auto',
    gridTemplateAreas: '"name amount sums tools" "price price price price"',
    columnGap: space(4),
  },
});

const Name = styled.div({
  gridArea: 'name',
  minInlineSize: 0,
  minBlockSize: size.touch,
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
});

const Words = styled.div({
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  '& > span': { ...type.caption, color: colors.muted },
});

const Title = styled.h2({ ...type.label, fontWeight: 600, lineHeight: rem(22), overflowWrap: 'anywhere' });

const Dot = styled.span({ marginInline: space(1) });

const Tools = styled.div({
  gridArea: 'tools',
  justifySelf: 'end',
  // Aligns the icon, and not its larger hit area, with the end of the stepper.
  marginInlineEnd: `calc(-1 * ${space(3)})`,
  '& > button': { color: colors.muted },
});

const Sums = styled.div({
  gridArea: 'sums',
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  [IN_A_ROW]: { alignItems: 'flex-end' },
});

const Amount = styled.div({ gridArea: 'amount', justifySelf: 'end' });

const Price = styled.div({ gridArea: 'price', [IN_A_ROW]: { maxInlineSize: '280px' } });

const Fixed = styled.span({
  ...type.label,
  display: 'inline-block',
  paddingInline: space(3),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
});
