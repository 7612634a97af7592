import styled from '@emotion/styled';
import { colors, space, type } from '../theme/tokens';

/** «پایان فهرست» between hairlines. */
export const ListEnd = styled.p({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  gap: space(4),
  paddingBlock: space(6),
  color: colors.muted,
  '&::before, &::after': { content: '""', flex: 1, borderBlockStart: `1px solid ${colors.line}` },
});
