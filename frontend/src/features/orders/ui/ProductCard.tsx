import styled from '@emotion/styled';
import { type ComponentProps, memo, type ReactElement, useId } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';
import { LineRow } from './LineRow';

interface ProductCardProps extends Omit<ComponentProps<typeof LineRow>, 'line' | 'held'> {
  readonly heldOf: (typeId: string) => number | null;
}

/** A product of the order with its types. */
export const ProductCard = memo(function ProductCard({ heldOf, ...props }: ProductCardProps): ReactElement {
  const { product } = props;
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
          <h2 id={titleId}>{product.name}</h2>
          {kinds > 1 && <p>{t('kinds', { count: kinds, number: formatNumber(kinds) })}</p>}
        </Words>
      </Top>
      <Lines>
        {product.lines.map((line) => (
          <LineRow key={line.typeId} {...props} line={line} held={heldOf(line.typeId)} />
        ))}
      </Lines>
    </Paper>
  );
});

/** px of a card on a phone, about: its head, and each of its lines. */
const HEAD = 98;
const LINE = 116;

// Off the screen it costs nothing: neither its styles nor its layout are worked out before it comes near.
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

const Words = styled.div({
  minInlineSize: 0,
  '& > h2': { ...type.heading, overflowWrap: 'anywhere' },
  '& > p': { ...type.caption, color: colors.muted },
});

const Lines = styled.ul({ listStyle: 'none', margin: 0, paddingInline: space(4), paddingBlock: space(1) });
