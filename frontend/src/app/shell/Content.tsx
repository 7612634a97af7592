import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { Outlet, useLocation } from 'react-router';
import { cameFrom } from '../../shared/navigation/trail';
import { motion } from '../../shared/theme/tokens';
import { CONTENT_ID } from './contentId';

/** The open page. Public pages have nothing around it. */
export function Content(): ReactElement {
  const { pathname } = useLocation();
  return (
    <Page id={CONTENT_ID} tabIndex={-1} key={pathname} data-step={cameFrom() !== null || undefined}>
      <Outlet />
    </Page>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

const Page = styled.main({
  outline: 'none',
  minInlineSize: 0,
  minBlockSize: '100dvh',
  // The first page of a visit does not fade in.
  [motion.allowed]: { '&[data-step]': { animation: `${appear} 160ms linear` } },
});
