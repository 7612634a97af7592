import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { Outlet, useLocation } from 'react-router';
import { cameFrom } from '../../shared/navigation/trail';
import { media } from '../../shared/theme/media';
import { motion, size } from '../../shared/theme/tokens';
import { CONTENT_ID } from './contentId';
import { NavRail } from './NavRail';
import { SubscriptionGuard } from './SubscriptionGuard';
import { UrlDialogs } from './UrlDialogs';

/** The frame of every page behind the guard: the rail beside the page on desktops, nothing on phones. */
export function ProtectedLayout(): ReactElement {
  const { pathname } = useLocation();
  return (
    <Frame>
      <NavRail />
      <Page id={CONTENT_ID} tabIndex={-1} key={pathname} data-step={cameFrom() !== null || undefined}>
        <Outlet />
      </Page>
      <UrlDialogs />
      <SubscriptionGuard />
    </Frame>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

const Frame = styled.div({
  [media.desktopUp]: { display: 'grid', gridTemplateColumns: `${size.rail} minmax(0, 1fr)` },
  [media.print]: { display: 'block' },
});

const Page = styled.main({
  outline: 'none',
  minInlineSize: 0,
  minBlockSize: '100dvh',
  // The first page of a visit is shown at once.
  [motion.allowed]: { '&[data-step]': { animation: `${appear} 160ms linear` } },
});
