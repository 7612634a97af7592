import styled from '@emotion/styled';
import { Inbox } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { colors, space, type } from '../theme/tokens';

interface EmptyStateProps {
  /** The sentence. */
  readonly text: string;
  /** A 64 px line icon. */
  readonly icon?: ReactNode;
  /** One action at most: clear the filter. */
  readonly action?: ReactNode;
}

/** Nothing to list. */
export function EmptyState({ text, icon, action }: EmptyStateProps): ReactElement {
  return (
    <Block role="status">
      <Picture aria-hidden>{icon ?? <Inbox />}</Picture>
      <p>{text}</p>
      {action}
    </Block>
  );
}

export const Block = styled.div({
  ...type.body,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space(4),
  paddingBlock: space(14),
  paddingInline: space(6),
  textAlign: 'center',
  color: colors.muted,
});

export const Picture = styled.span({
  color: colors.faint,
  '& > svg': { inlineSize: '64px', blockSize: '64px', strokeWidth: 1 },
});
