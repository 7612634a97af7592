import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { paper, paperVariables } from '../../../shared/theme/paper';
import { colors, space } from '../../../shared/theme/tokens';
import { LoadingText, Skeleton } from '../../../shared/ui/Skeleton';

const LINES = ['60%', '100%', '100%', '100%', '45%', '100%', '100%', '70%'];

/** The paper while it loads. */
export function InvoiceSkeleton(): ReactElement {
  return (
    <Sheet role="status">
      <LoadingText />
      {LINES.map((width, at) => (
        <Skeleton key={at} width={width} height={at === 0 ? '28px' : '18px'} />
      ))}
    </Sheet>
  );
}

const Sheet = styled.div({
  ...paperVariables,
  display: 'flex',
  flexDirection: 'column',
  gap: space(5),
  maxInlineSize: '210mm',
  aspectRatio: '210 / 297',
  marginInline: 'auto',
  padding: space(8),
  backgroundColor: paper.ground,
  boxShadow: colors.shadow2,
});
