import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { container, media } from '../theme/media';
import { colors, layer, space } from '../theme/tokens';

interface StickyBarProps {
  readonly children: ReactNode;
  readonly width?: 'form' | 'list';
  /** Names the region: «جمع سفارش». */
  readonly label?: string;
}

/** The bar at the bottom, in the thumb's reach: totals, save and cancel. */
export function StickyBar({ children, width = 'list', label }: StickyBarProps): ReactElement {
  return (
    <Bar {...(label !== undefined && { role: 'region', 'aria-label': label })}>
      <Inner data-width={width}>{children}</Inner>
    </Bar>
  );
}

const Bar = styled.div({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: layer.bar,
  backgroundColor: colors.surface,
  borderBlockStart: `1px solid ${colors.line}`,
  paddingBlock: `${space(3)} calc(${space(3)} + env(safe-area-inset-bottom))`,
  [media.short]: { position: 'static' },
  [media.print]: { display: 'none' },
});

const Inner = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  maxInlineSize: container.list,
  marginInline: 'auto',
  paddingInline: space(4),
  '&[data-width="form"]': { maxInlineSize: container.form },
  // Its ends stand under those of the page.
  [media.desktopUp]: { paddingInline: space(8) },
});
