import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { media } from '../../shared/theme/media';
import { Content } from './Content';
import { NavRail } from './NavRail';
import { SidePane } from './SidePane';
import { SubscriptionGuard } from './SubscriptionGuard';
import { UrlDialogs } from './UrlDialogs';

/** The frame of every page behind the guard: the rail and the list it was reached from beside the page on desktops, nothing on phones. */
export function ProtectedLayout(): ReactElement {
  return (
    <Frame>
      <NavRail />
      <SidePane />
      <Content />
      <UrlDialogs />
      <SubscriptionGuard />
    </Frame>
  );
}

const Frame = styled.div({
  [media.desktopUp]: { display: 'flex', alignItems: 'flex-start', '& > main': { flex: 1 } },
  [media.print]: { display: 'block' },
});
