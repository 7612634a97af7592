import styled from '@emotion/styled';
import { type ReactElement, type MouseEvent as ReactMouseEvent, useEffect } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { useText } from '../../shared/i18n/useText';
import { entryKeyOf } from '../../shared/navigation/entry';
import type { RouteHandle } from '../../shared/navigation/routeModule';
import { colors, layer, radius, space, type } from '../../shared/theme/tokens';
import { ToastRegion } from '../../shared/ui/Toast';
import { LeaveGuard } from '../LeaveGuard';
import { CONTENT_ID } from './contentId';
import { NavigationProgress } from './NavigationProgress';
import { OfflineBanner } from './OfflineBanner';
import { useArrival } from './useArrival';

/** The title of the innermost route that has one. */
function useDocumentTitle(): void {
  const t = useText('common');
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  const page = handles.findLast((handle) => handle !== undefined)?.title();
  const title = page === undefined ? t('appName') : t('titleWith', { page });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Without following the anchor: that would add a history entry that the router does not know. */
function skipToContent(event: ReactMouseEvent): void {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/** What every page has: the skip link, the offline bar, toasts, the question before leaving. */
export function RootLayout(): ReactElement {
  const t = useText('common');
  useDocumentTitle();
  useArrival();
  return (
    <>
      <SkipLink href={`#${CONTENT_ID}`} onClick={skipToContent}>
        {t('skipToContent')}
      </SkipLink>
      <NavigationProgress />
      <OfflineBanner />
      <Outlet />
      <ToastRegion />
      <LeaveGuard />
      <ScrollRestoration getKey={entryKeyOf} />
    </>
  );
}

// Hidden by clipping: moving it off the page would shift the print in a right-to-left document.
const SkipLink = styled.a({
  ...type.label,
  position: 'fixed',
  insetBlockStart: space(2),
  insetInlineStart: space(2),
  zIndex: layer.toast,
  paddingBlock: '10px',
  paddingInline: space(4),
  borderRadius: radius.button,
  backgroundColor: colors.brand,
  color: colors.onBrand,
  '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
  '@media print': { display: 'none' },
});
