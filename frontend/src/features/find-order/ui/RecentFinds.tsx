import styled from '@emotion/styled';
import { History as HistoryIcon } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Code } from '../../../shared/ui/Code';

interface RecentFindsProps {
  readonly codes: readonly string[];
  readonly onFind: (code: string) => void;
}

/** The codes that were found last on this device. */
export function RecentFinds({ codes, onFind }: RecentFindsProps): ReactElement | null {
  const t = useText('findOrder');
  const titleId = useId();
  if (codes.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Title id={titleId}>
        <HistoryIcon size={18} />
        {t('recent')}
      </Title>
      <List>
        {codes.map((code) => (
          <li key={code}>
            <Button variant="secondary" size="sm" onClick={() => onFind(code)}>
              <Code>{code}</Code>
            </Button>
          </li>
        ))}
      </List>
    </section>
  );
}

const Title = styled.h2({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  paddingBlockEnd: space(2),
  color: colors.muted,
});

const List = styled.ul({ display: 'flex', flexWrap: 'wrap', gap: space(2), listStyle: 'none' });
