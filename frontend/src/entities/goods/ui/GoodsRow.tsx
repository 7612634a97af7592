import styled from '@emotion/styled';
import { Plus } from 'lucide-react';
import { memo, type ReactElement, useEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, rem, size, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { IconButton } from '../../../shared/ui/IconButton';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';
import { Money } from '../../../shared/ui/Money';
import { missingOf, type StockChecks } from '../../order/stockChecks';
import { QuantityStepper } from '../../order/ui/QuantityStepper';
import { fullName } from '../../product/fullName';
import { StockText } from '../../product/ui/StockText';
import type { Goods, Habit } from '../goods';

interface RowContext {
  /** Nothing can be changed at the moment. */
  readonly frozen: boolean;
  /** Asks for the stock before more is taken. Left out: it is not asked. */
  readonly checks?: StockChecks;
  /** A quantity that was pressed or typed. The same function in every render. */
  readonly onQuantity: (goods: Goods, quantity: number) => void;
}

/** The order that goods are picked into. */
export interface Basket extends RowContext {
  /** Selling units of a type in it. */
  readonly quantityOf: (typeId: string) => number;
  /** What it could have of a type in it; null where that is not known. Left out: what can still be sold. */
  readonly stockOf?: (typeId: string) => number | null;
}

interface GoodsRowProps extends RowContext {
  readonly goods: Goods;
  readonly habit: Habit | undefined;
  readonly quantity: number;
  readonly stock: number;
}

/** A type that can be ordered: one press takes one, or as much as the customer took last. */
export const GoodsRow = memo(function MemoGoodsRow(props: GoodsRowProps): ReactElement {
  const { goods, habit, quantity, stock, frozen, checks, onQuantity } = props;
  const t = useText('goods');
  const name = fullName(goods.productName, goods.typeName);
  // Of what has run out the word says enough.
  const missing = stock <= 0 ? 0 : missingOf(quantity, stock);
  const usual = habit?.lastQuantity ?? 1;
  const act = useRef<HTMLDivElement>(null);
  const had = useRef(quantity);
  // The button that was pressed has gone: the keyboard goes on where it stood.
  useEffect(() => {
    const swapped = had.current > 0 !== quantity > 0;
    had.current = quantity;
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (swapped && lost) act.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [quantity]);
  const add = (): void => onQuantity(goods, usual);
  return (
    <Row as="article" padding="none" aria-label={name} data-taken={quantity > 0 || undefined}>
      <Picture>
        <ImageWithFallback src={goods.image} alt="" ratio="1" />
      </Picture>
      <Texts>
        <Name>{name}</Name>
        <Fact>
          <Money amount={goods.buyPrice} />
          {goods.unitName !== '' && <span>{t('per', { unit: goods.unitName })}</span>}
        </Fact>
        <Fact>
          <StockText stock={stock} counted missing={missing} />
          {habit && <span>{t('times', { count: habit.times, number: formatNumber(habit.times) })}</span>}
        </Fact>
      </Texts>
      <div ref={act}>
        {quantity > 0 ? (
          <QuantityStepper
            typeId={goods.typeId}
            label={name}
            value={quantity}
            disabled={frozen}
            checks={checks}
            onChange={(next) => onQuantity(goods, next)}
          />
        ) : habit ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus size={18} />}
            disabled={frozen}
            aria-label={t('addUsual', { name, number: formatNumber(usual) })}
            onClick={add}
          >
            {formatNumber(usual)}
          </Button>
        ) : (
          <IconButton variant="soft" label={t('add', { name })} icon={<Plus />} disabled={frozen} onClick={add} />
        )}
      </div>
    </Row>
  );
});

const Row = styled(Card)({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space(3),
  minBlockSize: '72px',
  paddingBlock: space(2),
  paddingInline: space(3),
  '&[data-taken]': { borderColor: colors.brand },
  [media.tabletUp]: { paddingInline: space(4) },
});

const Picture = styled.div({ inlineSize: size.field, flex: 'none' });

const Texts = styled.div({ minInlineSize: 0 });

const Name = styled.h2({ ...type.label, fontWeight: 600, lineHeight: rem(22), overflowWrap: 'anywhere' });

const Fact = styled.p({
  ...type.caption,
  lineHeight: rem(18),
  display: 'flex',
  // What does not fit into the line, as beside a stepper, is left out whole.
  flexWrap: 'wrap',
  columnGap: space(2),
  blockSize: rem(18),
  overflow: 'hidden',
  color: colors.muted,
  '& > *': { flex: 'none', lineHeight: 'inherit' },
});
