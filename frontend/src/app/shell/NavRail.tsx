import styled from '@emotion/styled';
import {
  ChartColumn,
  ClipboardList,
  FileSearch,
  Home,
  type LucideIcon,
  Package,
  ReceiptText,
  Settings,
  Users,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { matchPath, useLocation } from 'react-router';
import { useSellerStatusQuery } from '../../entities/seller/endpoints';
import { type Capabilities, capabilitiesOf } from '../../entities/seller/sellerType';
import { isOperator, isSeller } from '../../entities/session/roles';
import { selectRoles } from '../../entities/session/session.slice';
import { useText } from '../../shared/i18n/useText';
import { paths } from '../../shared/navigation/paths';
import { media } from '../../shared/theme/media';
import { colors, layer, motion, radius, size, space, type } from '../../shared/theme/tokens';
import { BrandMark } from '../../shared/ui/BrandMark';
import { RouteLink } from '../../shared/ui/RouteLink';

interface Destination {
  readonly to: string;
  readonly label: 'findOrder' | 'home' | 'dashboard' | 'products' | 'customers' | 'orders' | 'invoices' | 'settings';
  readonly Icon: LucideIcon;
  readonly needs?: keyof Capabilities;
  /** Pages below this destination; it is marked as current on them too. */
  readonly within?: readonly string[];
}

const {
  customerOrders,
  takeOrder,
  order,
  addGoods,
  invoice,
  product,
  productsImport,
  productsReport,
  regionsReport,
  customersReport,
  sessions,
  password,
  activity,
} = paths;

const destinations: readonly Destination[] = [
  { to: paths.home.href(), label: 'home', Icon: Home },
  {
    to: paths.dashboard.href(),
    label: 'dashboard',
    Icon: ChartColumn,
    needs: 'dashboard',
    within: [productsReport.route, regionsReport.route, customersReport.route],
  },
  { to: paths.products.href(), label: 'products', Icon: Package, within: [product.route, productsImport.route] },
  {
    to: paths.customers.href(),
    label: 'customers',
    Icon: Users,
    within: [customerOrders.route, takeOrder.route, order.route, addGoods.route],
  },
  { to: paths.orders.href(), label: 'orders', Icon: ClipboardList },
  { to: paths.invoices.href(), label: 'invoices', Icon: ReceiptText, needs: 'invoices', within: [invoice.route] },
  {
    to: paths.settings.href(),
    label: 'settings',
    Icon: Settings,
    within: [sessions.route, password.route, activity.route],
  },
];

/** An operator has no store: one page, and the dialogs above it. */
const operatorDestinations: readonly Destination[] = [
  { to: paths.findOrder.href(), label: 'findOrder', Icon: FileSearch, within: [sessions.route, password.route] },
];

/** How a destination is marked on a page: its own page, or one below it. */
function markOf({ to, within = [] }: Destination, pathname: string): 'page' | true | undefined {
  if (matchPath(to, pathname)) return 'page';
  return within.some((route) => matchPath(route, pathname)) || undefined;
}

/** The same destinations as the home page, at the inline start from 1024 px up. */
export function NavRail(): ReactElement {
  const roles = useSelector(selectRoles);
  const { pathname } = useLocation();
  // While the session ends there is no user: the rail sends no requests.
  const { data: status } = useSellerStatusQuery(undefined, { skip: !isSeller(roles) });
  if (isOperator(roles)) return <Bar shown={operatorDestinations} pathname={pathname} />;
  const may = status ? capabilitiesOf(status.type) : undefined;
  // Until the seller's type is here, of what only some may have the part where one is stands there: a page names it at once.
  const isShown = (one: Destination) =>
    one.needs === undefined || (may ? may[one.needs] : markOf(one, pathname) !== undefined);
  return <Bar shown={destinations.filter(isShown)} pathname={pathname} />;
}

interface BarProps {
  readonly shown: readonly Destination[];
  readonly pathname: string;
}

function Bar({ shown: visible, pathname }: BarProps): ReactElement {
  const t = useText('common');
  return (
    <Rail aria-label={t('nav.label')}>
      <BrandMark size={40} />
      <List>
        {visible.map((destination) => (
          <li key={destination.to}>
            <Entry to={destination.to} aria-current={markOf(destination, pathname)}>
              <destination.Icon size={22} />
              {t(`nav.${destination.label}`)}
            </Entry>
          </li>
        ))}
      </List>
    </Rail>
  );
}

const Rail = styled.nav({
  display: 'none',
  [media.desktopUp]: {
    position: 'sticky',
    insetBlockStart: 'var(--above, 0px)',
    zIndex: layer.bar,
    flex: 'none',
    inlineSize: size.rail,
    blockSize: '100dvh',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: space(6),
    paddingBlock: space(5),
    overflowY: 'auto',
    backgroundColor: colors.surface,
    borderInlineEnd: `1px solid ${colors.line}`,
  },
  [media.print]: { display: 'none' },
});

const List = styled.ul({ display: 'flex', flexDirection: 'column', gap: space(1), inlineSize: '100%' });

const Entry = styled(RouteLink)({
  ...type.caption,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space(1),
  marginInline: space(2),
  minBlockSize: '64px',
  minInlineSize: size.touch,
  borderRadius: radius.button,
  color: colors.muted,
  textDecoration: 'none',
  transition: `background-color ${motion.press}, color ${motion.press}`,
  [media.hover]: { '&:hover': { backgroundColor: colors.hover, color: colors.text } },
  '&[aria-current]': { backgroundColor: colors.brandSoft, color: colors.brand, fontWeight: 600 },
});
