import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../shared/i18n/useText';
import { BrandMark } from '../../shared/ui/BrandMark';
import { OfflineBanner } from './OfflineBanner';

/** The very first load, until the route's code and the session check are there. */
export function LoadingPage(): ReactElement {
  const t = useText('common');
  return (
    <>
      <OfflineBanner />
      <Frame role="status" aria-label={t('navigating')}>
        <BrandMark size={64} />
      </Frame>
    </>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

const Frame = styled.div({
  minBlockSize: '100dvh',
  display: 'grid',
  placeItems: 'center',
  opacity: 0,
  animation: `${appear} 200ms linear 300ms forwards`,
});
