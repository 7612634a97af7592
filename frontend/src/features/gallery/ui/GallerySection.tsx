import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { colors, space, type } from '../../../shared/theme/tokens';

/** One family of primitives under a heading. */
export function GallerySection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}): ReactElement {
  return (
    <Section id={id}>
      <h2>{title}</h2>
      {children}
    </Section>
  );
}

const Section = styled.section({
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  paddingBlock: space(6),
  borderBlockEnd: `1px solid ${colors.line}`,
  minInlineSize: 0,
  '& > h2': { ...type.title },
});
