import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { colors, motion } from '../theme/tokens';

/** A 2 px line under a header while the page is being fetched again. Takes no room. */
export function ProgressLine({ active }: { readonly active: boolean }): ReactElement | null {
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

/** The moving part, while the progress is unknown. */
export const Runner = styled.span({
  position: 'absolute',
  insetBlock: 0,
  insetInlineStart: 0,
  inlineSize: '40%',
  backgroundColor: colors.brand,
  [motion.allowed]: { animation: `${run} 1.1s ${motion.ease} infinite` },
});
