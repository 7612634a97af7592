import styled from '@emotion/styled';
import { media } from '../theme/media';
import { colors, radius, space } from '../theme/tokens';
import { Card } from './Card';

/** A card of a list in which one looks for something: three short lines. */
export const CompactCard = styled(Card)({
  '&[data-padding]': { paddingBlock: space(2), paddingInline: space(3) },
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
  [media.desktopUp]: { '& dl > [data-wide], & dl[data-layout="pairs"] > div': { flex: '1 1 22%' } },
});
