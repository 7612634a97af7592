import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { media } from '../../shared/theme/media';
import { size } from '../../shared/theme/tokens';
import { Content } from './Content';
import { NavRail } from './NavRail';
import { SubscriptionGuard } from './SubscriptionGuard';
import { UrlDialogs } from './UrlDialogs';

/** The frame of every page behind the guard: the rail beside the page on desktops, nothing on phones. */
export function ProtectedLayout(): ReactElement {
  return (
    <Frame>
      <NavRail />
      <Content />
      <UrlDialogs />
      <SubscriptionGuard />
    </Frame>
  );
}

const Frame = styled.div({
  [media.desktopUp]: { display: 'grid', gridTemplateColumns: `${size.rail} minmax(0, 1fr)` },
  [media.print]: { display: 'block' },
});
