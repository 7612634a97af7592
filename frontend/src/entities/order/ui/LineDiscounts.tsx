import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Money } from '../../../shared/ui/Money';
import { discountName } from '../discounts';
import type { Discount } from '../types';

interface LineDiscountsProps {
  readonly discounts: readonly Discount[];
  readonly typeId: string;
  /** Said in place of the amount while that is another one. */
  readonly waiting: string | undefined;
}

/** What is taken off a line, and why; nothing when nothing is. */
export function LineDiscounts({ discounts, typeId, waiting }: LineDiscountsProps): ReactElement[] {
  return discounts
    .filter((discount) => discount.typeId === typeId)
    .map((discount) => {
      const name = discountName(discount);
      return (
        <Line key={name}>
          <span>{name}</span>
          {waiting === undefined ? <Money amount={-discount.amount} /> : <span>{waiting}</span>}
        </Line>
      );
    });
}

const Line = styled.p({
  ...type.caption,
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(2),
  color: colors.success,
});
