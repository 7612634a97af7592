import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { colors, space, type } from '../../shared/theme/tokens';

interface StatePageProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly lines: readonly string[];
  readonly actions: ReactNode;
}

/** A whole page that says one thing: not found, no answer, something broke. */
export function StatePage({ icon, title, lines, actions }: StatePageProps): ReactElement {
  return (
    <Frame>
      <Icon aria-hidden>{icon}</Icon>
      <Title>{title}</Title>
      <Lines role="alert">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Lines>
      <Actions>{actions}</Actions>
    </Frame>
  );
}

const Frame = styled.div({
  minBlockSize: '80dvh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space(3),
  padding: space(6),
  textAlign: 'center',
});

const Icon = styled.span({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '112px',
  blockSize: '112px',
  marginBlockEnd: space(3),
  borderRadius: '50%',
  backgroundColor: colors.sunken,
  color: colors.muted,
  '& > svg': { inlineSize: '48px', blockSize: '48px', strokeWidth: 1.25 },
});

const Title = styled.h1(type.title);

const Lines = styled.div({ ...type.body, color: colors.muted, maxInlineSize: '40ch' });

const Actions = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: space(3),
  marginBlockStart: space(4),
});
