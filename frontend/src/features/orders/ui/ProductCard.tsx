import styled from '@emotion/styled';
import { memo, type ReactElement, useId } from 'react';
import type { OrderProduct } from '../../../entities/order/types';
import { colors, space } from '../../../shared/theme/tokens';
import type { LineBefore } from './LineParts';
import { type Heading, type LineContext, LineRow } from './LineRow';

interface ProductCardProps extends LineContext {
  readonly product: OrderProduct;
  /** `h4` in a dialog, whose title and sections have headings as well. */
  readonly heading?: Heading;
  /** The lines by type that these are compared with; one that is not among them is new. */
  readonly before?: ReadonlyMap<string, LineBefore> | undefined;
}

/** A product of the order with its lines. */
export const ProductCard = memo(function MemoProductCard({
  product,
  heading = 'h2',
  before,
  ...context
}: ProductCardProps): ReactElement {
  const titleId = useId();
  return (
    <Group aria-labelledby={titleId} style={{ containIntrinsicBlockSize: `auto ${product.lines.length * LINE}px` }}>
      <Lines>
        {product.lines.map((line, index) => (
          <LineRow
            key={line.typeId}
            {...context}
            product={product}
            line={line}
            before={before ? (before.get(line.typeId) ?? 'none') : line}
            heading={heading}
            titleId={index === 0 ? titleId : undefined}
          />
        ))}
      </Lines>
    </Group>
  );
});

/** Approximate height of a line in px on a phone. */
const LINE = 103;

const Group = styled.article({
  // The browser skips styles and layout of what is off the screen.
  contentVisibility: 'auto',
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
});

const Lines = styled.ul({
  containerType: 'inline-size',
  listStyle: 'none',
  margin: 0,
  paddingBlock: 0,
  paddingInline: space(3),
});
