import styled from '@emotion/styled';
import { colors, radius, space, type } from '../theme/tokens';
import { Card } from './Card';

/** A card of a list in which one looks for something: three short lines. */
export const CompactCard = styled(Card)({
  '&[data-padding]': { paddingBlock: space(2), paddingInline: space(3) },
});

/** One line that ends in three dots; what it says stands somewhere in full. */
export const Ellipsis = styled.p({
  ...type.caption,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** What a compact card opens: above the card's own link. */
export const CardDetails = styled.div({
  position: 'relative',
  zIndex: 1,
  display: 'grid',
  gap: space(3),
  marginBlock: `${space(2)} ${space(1)}`,
  padding: space(3),
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  // A number that calls stands on the line of the values beside it, in its hit area of 44 px.
  '& dd > a': { marginBlock: '-10px' },
});
