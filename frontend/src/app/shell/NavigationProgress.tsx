import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useNavigation } from 'react-router';
import { useText } from '../../shared/i18n/useText';
import { colors, layer, motion } from '../../shared/theme/tokens';

/** A thin line while the next page is on its way; it appears only when that takes a moment. */
export function NavigationProgress(): ReactElement | null {
  const t = useText('common');
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div role="status">
      <Line role="progressbar" aria-label={t('navigating')} />
    </div>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
const run = keyframes({ from: { transform: 'scaleX(.08)' }, to: { transform: 'scaleX(.92)' } });

const Line = styled.div({
  position: 'fixed',
  insetBlockStart: 0,
  insetInline: 0,
  blockSize: '2px',
  zIndex: layer.toast,
  backgroundColor: colors.brand,
  opacity: 0,
  animation: `${appear} 100ms linear 200ms forwards`,
  [motion.allowed]: {
    transformOrigin: 'right',
    animation: `${appear} 100ms linear 200ms forwards, ${run} 4s ${motion.ease} 200ms both`,
  },
});
