import styled from '@emotion/styled';

/** For screen readers only. Clipped in place: moving it off-screen would widen a right-to-left page on paper. */
export const VisuallyHidden = styled.span({
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  margin: '-1px',
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
