import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { paper, paperVariables } from '../../../shared/theme/paper';
import { colors, space } from '../../../shared/theme/tokens';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

const LINES = ['60%', '100%', '100%', '100%', '45%', '100%', '100%', '70%'];

/** A paper to come. */
export function InvoiceSkeleton(): ReactElement {
  const t = useText('ui');
  return (
    <Sheet role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
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
