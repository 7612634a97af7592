import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { colors, motion } from '../theme/tokens';

export interface ProgressLineProps {
  readonly active: boolean;
}

/** A 2 px line under a header while what is shown is being fetched again. Takes no room. */
export function ProgressLine({ active }: ProgressLineProps): ReactElement | null {
  const t = useText('ui');
  if (!active) return null;
  return (
    <Line role="progressbar" aria-label={t('loading')}>
      <Runner />
    </Line>
  );
}

const run = keyframes({ from: { insetInlineStart: '-40%' }, to: { insetInlineStart: '100%' } });

const Line = styled.div({
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: '-1px',
  blockSize: '2px',
  overflow: 'hidden',
  backgroundColor: colors.brandSoft,
});

/** What moves while nobody can say how far it is. */
export const Runner = styled.span({
  position: 'absolute',
  insetBlock: 0,
  insetInlineStart: 0,
  inlineSize: '40%',
  backgroundColor: colors.brand,
  [motion.allowed]: { animation: `${run} 1.1s ${motion.ease} infinite` },
});
