import styled from '@emotion/styled';
import { CloudOff, RotateCw, SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { colors } from '../theme/tokens';
import { Button } from './Button';
import { Block, Picture } from './EmptyState';

interface ErrorStateProps {
  /** What went wrong, line by line. */
  readonly lines: readonly string[];
  /** The thing does not exist. */
  readonly isMissing?: boolean;
  readonly onRetry?: (() => void) | undefined;
  readonly busy?: boolean;
}

/** A block that could not be loaded, in its own place, with «تلاش دوباره». */
export function ErrorState({ lines, isMissing = false, onRetry, busy = false }: ErrorStateProps): ReactElement {
  const t = useText('ui');
  return (
    <Block role="alert">
      <Picture aria-hidden>{isMissing ? <SearchX /> : <CloudOff />}</Picture>
      <Lines>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Lines>
      {onRetry && (
        <Button variant="secondary" busy={busy} icon={<RotateCw size={18} />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Block>
  );
}

const Lines = styled.div({ color: colors.text });
