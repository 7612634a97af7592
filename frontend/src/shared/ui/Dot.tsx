import styled from '@emotion/styled';
import { colors, radius } from '../theme/tokens';

/** A dot in the colour of the text around it. Alone it says nothing: a word stands beside it. */
export const Dot = styled.span({
  flex: 'none',
  inlineSize: '8px',
  blockSize: '8px',
  borderRadius: radius.full,
  backgroundColor: 'currentcolor',
  '&[data-tone="warning"]': { backgroundColor: colors.warning },
});
