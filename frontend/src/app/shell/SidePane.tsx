import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { matchPath, useLocation } from 'react-router';
import { isSeller } from '../../entities/session/roles';
import { selectRoles } from '../../entities/session/session.slice';
import { useMedia } from '../../shared/hooks/useMedia';
import { paths } from '../../shared/navigation/paths';
import { lastSearchOf } from '../../shared/navigation/trail';
import { media, query } from '../../shared/theme/media';
import { colors } from '../../shared/theme/tokens';
import { lazyBlock } from '../../shared/ui/lazyBlock';

const CustomersPane = lazyBlock(
  async () => (await import('../../features/customers/ui/CustomersPane')).CustomersPane,
  'customer',
);
const OrdersPane = lazyBlock(async () => (await import('./OrderBeside')).OrderBeside, 'customer');

/**
 * On a wide screen, the list that the open page was reached from: the customers beside the orders of one, those beside
 * one of them. It lists what its own page listed when it was left, and stays when another of its items is opened.
 */
export function SidePane(): ReactNode {
  const { pathname } = useLocation();
  const besideOrders = useMedia(query.paneUp);
  const besideOrder = useMedia(query.orderPaneUp);
  const seller = isSeller(useSelector(selectRoles));
  const pane = seller && ((besideOrders && customersBeside(pathname)) || (besideOrder && ordersBeside(pathname)));
  return pane && <Frame data-pane>{pane}</Frame>;
}

function customersBeside(pathname: string): ReactElement | undefined {
  const { customerId } = matchPath(paths.customerOrders.route, pathname)?.params ?? {};
  if (customerId === undefined) return undefined;
  return <CustomersPane customerId={customerId} search={lastSearchOf(paths.customers.href())} />;
}

function ordersBeside(pathname: string): ReactElement | undefined {
  const { customerId, orderId } = matchPath(paths.order.route, pathname)?.params ?? {};
  if (customerId === undefined || orderId === undefined) return undefined;
  const search = lastSearchOf(paths.customerOrders.href(customerId));
  return <OrdersPane key={customerId} customerId={customerId} orderId={orderId} search={search} />;
}

const Frame = styled.div({
  position: 'sticky',
  insetBlockStart: 'var(--above, 0px)',
  flex: 'none',
  inlineSize: 'clamp(288px, 20vw, 340px)',
  blockSize: 'calc(100dvh - var(--above, 0px))',
  backgroundColor: colors.surface,
  borderInlineEnd: `1px solid ${colors.line}`,
  [media.print]: { display: 'none' },
});
