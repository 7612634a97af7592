import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { colors, radius, space, type } from '../theme/tokens';
import { Dot } from './Dot';

export type Tone = 'neutral' | 'brand' | 'success' | 'danger' | 'warning';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A pill with a word. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps): ReactElement {
  return (
    <Pill data-tone={tone}>
      {icon}
      {children}
    </Pill>
  );
}

interface StatusDotProps {
  readonly tone: Tone;
  /** The word: status is never colour alone. */
  readonly children: ReactNode;
}

/** A dot with its word. */
export function StatusDot({ tone, children }: StatusDotProps): ReactElement {
  return (
    <Status data-tone={tone}>
      <Dot aria-hidden data-tone={tone} />
      {children}
    </Status>
  );
}

const Pill = styled.span({
  ...type.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  paddingInline: '10px',
  paddingBlock: '2px',
  borderRadius: radius.full,
  whiteSpace: 'nowrap',
  backgroundColor: colors.sunken,
  color: colors.muted,
  '&[data-tone="brand"]': { backgroundColor: colors.brandSoft, color: colors.brand },
  '&[data-tone="success"]': { backgroundColor: colors.successSoft, color: colors.success },
  '&[data-tone="danger"]': { backgroundColor: colors.dangerSoft, color: colors.danger },
  '&[data-tone="warning"]': { backgroundColor: colors.warningSoft, color: colors.warningText },
});

const Status = styled.span({
  ...type.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  whiteSpace: 'nowrap',
  color: colors.muted,
  '&[data-tone="brand"]': { color: colors.brand },
  '&[data-tone="success"]': { color: colors.success },
  '&[data-tone="danger"]': { color: colors.danger },
  '&[data-tone="warning"]': { color: colors.warningText },
});
