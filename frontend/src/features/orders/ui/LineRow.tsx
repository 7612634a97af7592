import styled from '@emotion/styled';
import { Info, Trash2 } from 'lucide-react';
import { memo, type ReactElement, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { lineName } from '../../../entities/order/order.changes';
import { lineTotal } from '../../../entities/order/order.math';
import { missingOf, type StockChecks } from '../../../entities/order/stockChecks';
import type { Discount, OrderLine, OrderProduct } from '../../../entities/order/types';
import { LineDiscounts } from '../../../entities/order/ui/LineDiscounts';
import { productApi } from '../../../entities/product/endpoints';
import { StockText } from '../../../entities/product/ui/StockText';
import type { Store } from '../../../entities/write/store';
import { useStorePart } from '../../../entities/write/useStore';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { media } from '../../../shared/theme/media';
import { colors, radius, rem, space, type } from '../../../shared/theme/tokens';
import { IconButton } from '../../../shared/ui/IconButton';
import { Money } from '../../../shared/ui/Money';
import { Stepper } from '../../../shared/ui/Stepper';
import type { PageState } from '../model/draft';

export interface LineActions {
  readonly onInfo: (typeId: string) => void;
  /** A quantity that was pressed or typed; 0 takes the line out. */
  readonly onQuantity: (product: OrderProduct, line: OrderLine, next: number) => void;
  readonly onRemove: (product: OrderProduct, line: OrderLine) => void;
}

interface LineRowProps {
  readonly product: OrderProduct;
  readonly line: OrderLine;
  /** Of the product's lines. */
  readonly discounts: readonly Discount[];
  /** They are those before the last change. */
  readonly waiting: boolean;
  readonly editing: boolean;
  /** Why it cannot be changed at the moment. */
  readonly frozen: string | undefined;
  /** What the order holds of it already; null while that is not known. */
  readonly held: number | null;
  /** What the server said of stock when the order could not be saved. */
  readonly page: Store<PageState>;
  readonly checks: StockChecks;
  /** The same in every render. */
  readonly actions: LineActions;
}

/** A type in the order: name, package, unit price, quantity, line total. */
export const LineRow = memo(function LineRow({
  product,
  line,
  discounts,
  waiting,
  editing,
  frozen,
  held,
  ...row
}: LineRowProps): ReactElement {
  const t = useText('order');
  const { onInfo, onQuantity, onRemove } = row.actions;
  const { typeId } = line;
  const name = lineName(product, line);
  const shortage = useStorePart(row.page, ({ shortages }) => shortages[typeId]);
  const checking = useStorePart(row.checks, ({ asking }) => typeId in asking);
  const refusals = useStorePart(row.checks, (state) => state.refusals[typeId] ?? 0);
  // As it was at the last question, which every change asks first.
  const stock = useSelector(useMemo(() => productApi.endpoints.stock.select(typeId), [typeId])).data;
  return (
    <Row aria-label={name} data-short={shortage !== undefined || undefined}>
      <Name>
        <strong>{line.typeName}</strong>
        <span>
          {line.unitName}
          <Dot aria-hidden>·</Dot>
          <Money amount={line.buyPrice} />
        </span>
      </Name>
      <Total>
        <Money amount={lineTotal(line)} size="strong" />
      </Total>
      <Amount>
        {editing ? (
          <Stepper
            label={name}
            value={line.quantity}
            busy={checking}
            disabled={frozen !== undefined}
            refusals={refusals}
            onChange={(next) => onQuantity(product, line, next)}
          />
        ) : (
          <Fixed>{withUnit(formatNumber(line.quantity), line.unitName)}</Fixed>
        )}
      </Amount>
      {/* On phones above the quantity, and after it for the keyboard: nobody shall delete on the way. */}
      <Tools>
        <IconButton label={t('line.info', { name })} icon={<Info />} onClick={() => onInfo(line.typeId)} />
        {editing && (
          <IconButton
            label={t('line.remove', { name })}
            icon={<Trash2 />}
            disabledReason={frozen}
            onClick={() => onRemove(product, line)}
          />
        )}
      </Tools>
      <LineDiscounts discounts={discounts} typeId={typeId} waiting={waiting ? t('summary.waiting') : undefined} />
      {editing && stock !== undefined && shortage === undefined && (
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
  gridTemplateAreas: '"name tools" "total amount" "below below"',
  alignItems: 'center',
  columnGap: space(3),
  rowGap: space(1),
  paddingBlock: space(3),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
  [media.tabletUp]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(148px, auto) auto',
    gridTemplateAreas: '"name amount total tools" "below below below below"',
    columnGap: space(5),
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
  // The icons, not their hit areas, end where the stepper ends.
  marginInlineEnd: `calc(-1 * ${space(3)})`,
  '& > button': { color: colors.muted },
});

const Total = styled.div({
  gridArea: 'total',
  ...type.body,
  [media.tabletUp]: { textAlign: 'end' },
});

const Amount = styled.div({ gridArea: 'amount', justifySelf: 'end' });

const Fixed = styled.span({
  ...type.label,
  display: 'inline-block',
  paddingInline: space(3),
  paddingBlock: space(1),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
});

const Below = styled.div({
  gridArea: 'below',
  ...type.caption,
  '&[data-tone="danger"]': {
    paddingInline: space(3),
    paddingBlock: space(2),
    marginBlockStart: space(1),
    borderRadius: radius.field,
    color: colors.danger,
    backgroundColor: colors.dangerSoft,
  },
});
