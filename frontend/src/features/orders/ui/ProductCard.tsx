import styled from '@emotion/styled';
import { memo, type ReactElement, useId } from 'react';
import type { OrderLine, OrderProduct } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';
import { type LineContext, LineRow } from './LineRow';

interface ProductCardProps extends LineContext {
  readonly product: OrderProduct;
  /** `h4` in a dialog, whose title and sections have headings as well. */
  readonly heading?: 'h2' | 'h4';
  readonly heldOf: (typeId: string) => number | null;
  /** The server's lines by type. */
  readonly before?: ReadonlyMap<string, OrderLine>;
}

/** A product of the order with its lines. */
export const ProductCard = memo(function MemoProductCard({
  product,
  heading = 'h2',
  heldOf,
  before,
  ...context
}: ProductCardProps): ReactElement {
  const t = useText('order');
  const titleId = useId();
  const kinds = product.lines.length;
  return (
    <Paper
      as="article"
      padding="none"
      aria-labelledby={titleId}
      style={{ containIntrinsicBlockSize: `auto ${HEAD + kinds * LINE}px` }}
    >
      <Top>
        <Thumb>
          <ImageWithFallback src={product.image} alt="" ratio="1 / 1" rounded="button" />
        </Thumb>
        <Words>
          <Title as={heading} id={titleId}>
            {product.name}
          </Title>
          {kinds > 1 && <p>{t('kinds', { count: kinds, number: formatNumber(kinds) })}</p>}
        </Words>
      </Top>
      <Lines>
        {product.lines.map((line) => (
          <LineRow
            key={line.typeId}
            {...context}
            product={product}
            line={line}
            before={before?.get(line.typeId)}
            held={heldOf(line.typeId)}
          />
        ))}
      </Lines>
    </Paper>
  );
});

/** Approximate heights in px on a phone: the head of a card, and each of its lines. */
const HEAD = 98;
const LINE = 116;

// The browser skips styles and layout of cards that are off the screen.
const Paper = styled(Card)({ contentVisibility: 'auto' });

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  padding: space(4),
  paddingBlockEnd: space(3),
  borderBlockEnd: `1px solid ${colors.line}`,
});

const Thumb = styled.div({ flex: 'none', inlineSize: '56px' });

const Title = styled.h2({ ...type.heading, overflowWrap: 'anywhere' });

const Words = styled.div({ minInlineSize: 0, '& > p': { ...type.caption, color: colors.muted } });

const Lines = styled.ul({ listStyle: 'none', margin: 0, paddingInline: space(4), paddingBlock: space(1) });
