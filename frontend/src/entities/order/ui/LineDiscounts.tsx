import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Money } from '../../../shared/ui/Money';
import { discountName } from '../discounts';
import type { Discount } from '../types';

interface LineDiscountsProps {
  readonly discounts: readonly Discount[];
  readonly typeId: string;
  /** Replaces the amount while it is out of date. */
  readonly waiting: string | undefined;
}

/** The discounts of a line. */
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
